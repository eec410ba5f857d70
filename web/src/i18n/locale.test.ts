// Message catalogues: both locales have the same messages. The expected type errors are checked by tsc.
import { expect, expectTypeOf, it } from "vitest";
import { defineMessages } from "./locale";

it("takes the type of its messages from English, without literal types", () => {
  const messages = defineMessages({ zh: { name: "名字", left: (count) => `还有 ${count.toFixed()} 个` }, en: { name: "Name", left: (count: number) => `${count} left` } });
  expectTypeOf(messages.zh.name).toEqualTypeOf<string>();
  expectTypeOf(messages.en).toEqualTypeOf<{ name: string; left: (count: number) => string }>();
  expect(messages.zh.left(2)).toBe("还有 2 个");
});

it.each([
  // @ts-expect-error -- a message is missing in Chinese
  defineMessages({ zh: {}, en: { name: "Name" } }),
  // @ts-expect-error -- a message is missing in English
  defineMessages({ zh: { name: "名字", more: "更多" }, en: { name: "Name" } }),
  // @ts-expect-error -- a label is missing in Chinese
  defineMessages({ zh: { status: { open: "开" } }, en: { status: { open: "open", shut: "shut" } } }),
  // @ts-expect-error -- a label is missing in English
  defineMessages({ zh: { status: { open: "开", shut: "关" } }, en: { status: { open: "open" } } }),
  // @ts-expect-error -- a parameter has another type in Chinese
  defineMessages({ zh: { left: (count: string) => count }, en: { left: (count: number) => `${count}` } }),
])("rejects catalogue %# in the type check", (messages) => {
  expect(messages).toMatchObject({ zh: {}, en: {} });
});
