// Whether the gateway serves another build of the page than the one that runs.
const MAIN_SCRIPT = /\/assets\/main-[\w-]+\.js/;

/** Return the path of the main script that this page was loaded with; null where it was not built (development). */
function getOwnScript(): string | null {
  const scripts = Array.from(document.scripts, ({ src }) => MAIN_SCRIPT.exec(src)?.[0]);
  return scripts.find((path) => path !== undefined) ?? null;
}

/** Ask the gateway for its page; false also when it does not answer, or with something else than a built page. */
export async function isNewVersionServed(signal: AbortSignal): Promise<boolean> {
  const own = getOwnScript();
  if (own === null) return false;
  try {
    const response = await fetch("/", { headers: { Accept: "text/html" }, cache: "no-cache", signal });
    const served = response.ok ? MAIN_SCRIPT.exec(await response.text())?.[0] : undefined;
    return served !== undefined && served !== own;
  } catch {
    return false;
  }
}
