// Generates src/generated from the gateway's API documents; with --check reports stale files.
import { readFile, writeFile, mkdir } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const HOME = new URL("../", import.meta.url);
const SCHEMA = new URL("../../docs/schema/", import.meta.url);
const NOTE = "// Made by `npm run generate` from docs/schema; change the gateway, not this file.\n";

const read = async (name) => JSON.parse(await readFile(new URL(name, SCHEMA), "utf8"));

async function types(document) {
  const written = await openapiTS(document, { alphabetize: false, defaultNonNullable: false });
  return NOTE + astToString(written);
}

async function events() {
  const { components } = await read("asyncapi.json");
  const document = {
    openapi: "3.1.0",
    info: { title: "events", version: "1" },
    paths: {},
    components: { schemas: components.schemas },
  };
  const rows = Object.values(components.messages).map((message) => {
    const [schema] = message.payload.properties.payload.$ref.split("/").slice(-1);
    return `  "${message.name}": components["schemas"]["${schema}"];`;
  });
  return `${await types(document)}
/** The payload of each event type. */
export interface Payloads {
${rows.join("\n")}
}
`;
}

async function bounds() {
  const { components } = await read("openapi.json");
  const demand = components.schemas.DemandBody.properties;
  const start = components.schemas.StartBody.properties;
  return `${NOTE}/** Maximum length of a demand, in characters. */
export const MAX_DEMAND_CHARS = ${demand.raw_input.maxLength};
/** Maximum length of a user id, in characters. */
export const MAX_USER_ID_CHARS = ${demand.user_id.maxLength};
/** Maximum length of the message that starts a deliberation, in characters. */
export const MAX_MESSAGE_CHARS = ${start.message.maxLength};
`;
}

const files = {
  "src/generated/api.ts": await types(await read("openapi.json")),
  "src/generated/events.ts": await events(),
  "src/generated/bounds.ts": await bounds(),
};
const stale = [];
for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, HOME);
  if (!process.argv.includes("--check")) {
    await mkdir(new URL(".", path), { recursive: true });
    await writeFile(path, text);
  } else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
    stale.push(name);
  }
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}; run \`npm run generate\``);
  process.exitCode = 1;
}
