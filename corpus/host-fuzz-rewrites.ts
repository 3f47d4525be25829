import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/** A valid plan, in every form that the changes need. */
export interface Base {
  readonly tool: string;
  readonly given: JsonObject;
  readonly plan: JsonObject;
  /** The plan as one line of JSON. */
  readonly text: string;
}

export type Rewrite = (text: string) => string;

export const fences: readonly Rewrite[] = [
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `\`\`\`\n${text}\n\`\`\`\n`,
  (text) => `~~~json\n${text}\n~~~`,
  (text) => `\`${text}\``,
  (text) => `<tool_call>${text}</tool_call>`,
  (text) => `<think>${text}</think>`,
];

export const wordings: readonly Rewrite[] = [
  (text) => `Sure! Here is the plan: ${text}`,
  (text) => `${text}\nDone.`,
  (text) => `json ${text}`,
  (text) => `\uFEFF${text}`,
  (text) => `\u00A0${text}`,
  (text) => `${text}\u2028`,
  (text) => `// plan\n${text}`,
  (text) => `${text}}`,
  (text) => `{${text}`,
  (text) => `(${text})`,
  (text) => `data: ${text}`,
];

export const grammars: readonly Rewrite[] = [
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/\}$/, ",}"),
  (text) => text.replace('"type"', "type"),
  (text) => text.replace('"type":', '"type"='),
  (text) => text.replace("{", "{/* x */"),
  (text) => text.replace('"call_tool"', '"call_\\x74ool"'),
  (text) => text.replace('"call_tool"', '"call_tool\n"'),
  (text) => text.replace('"arguments":', '"arguments":NaN,"a":'),
  (text) => text.replace('"type":', '"type":undefined,"x":'),
];

export const types: readonly JsonValue[] = [
  "CALL_TOOL",
  "call_tools",
  "call_tool ",
  "",
  null,
  1,
  ["call_tool"],
  "needs_more_info",
  "tool_use",
];

export const nameChanges: readonly Rewrite[] = [
  (name) => name.toUpperCase(),
  (name) => `${name} `,
  (name) => `weather__${name}`,
  (name) => name.replace("e", "\u0435"),
  (name) => `${name}\u200B`,
  (name) => name.replace("-", "_"),
  () => "__proto__",
  () => "constructor",
  () => "toString",
  () => "hasOwnProperty",
  () => "get-secrets",
  (name) => `${name}\u0000`,
];

export const doubles: readonly ((base: Base) => string)[] = [
  ({ text }) => text.replace("{", '{"type":"needs_more_info",'),
  ({ text }) => text.replace("{", '{"tool":"send-note",'),
  ({ text }) => text.replace("{", '{"t\\u006fol":"send-note",'),
  ({ text, given }) => text.replace(/\}$/, `,"arguments":${JSON.stringify(given)}}`),
  ({ tool }) => `{"type":"call_tool","tool":"${tool}","arguments":{"city":"a","city":"b"}}`,
];

export const prototypes: readonly ((tool: string, given: string) => string)[] = [
  (tool, given) => `{"type":"call_tool","tool":"${tool}","__proto__":{"arguments":${given}}}`,
  (tool, given) => `{"__proto__":{"type":"call_tool","tool":"${tool}","arguments":${given}}}`,
  (tool, given) =>
    `{"type":"call_tool","tool":"${tool}","arguments":${given.replace("{", '{"__proto__":{},')}}`,
  (tool, given) =>
    `{"type":"call_tool","tool":"${tool}","arguments":${given.replace("{", '{"constructor":1,')}}`,
  (tool, given) => `{"type":"call_tool","tool":"${tool}","arguments":{"__proto__":${given}}}`,
];

/** Values that a caller's planner function could return instead of text. */
export const values: readonly ((base: Base) => unknown)[] = [
  () => undefined,
  () => Symbol("plan"),
  () => 7n,
  () => new Map([["type", "call_tool"]]),
  ({ plan }) => new Proxy(plan, { ownKeys: fail, get: fail }),
  ({ plan }) => ({ ...plan, toJSON: fail }),
  ({ plan }) => [plan],
  ({ text }) =>
    () =>
      text,
  ({ text }) => Promise.reject(new Error(text)),
  ({ text }) => text.split(""),
  ({ text }) => Buffer.from(text),
  () => circular(),
  ({ text }) => JSON.stringify(text),
];

function fail(): never {
  throw new Error("no plan");
}

function circular(): object {
  const plan: Record<string, unknown> = { type: "call_tool", tool: "get-forecast" };
  plan["arguments"] = plan;
  return plan;
}
