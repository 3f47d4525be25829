import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { fuzzedTools, nameOf } from "./host-fuzz-tools.ts";

/** The call that a text requests. */
export interface Asked {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Decides whether a text is a valid plan, independently of the plan reader. Uses the JSON parser, a
 * key count, and a predicate per tool instead of its schema.
 */
export function askedBy(text: string): Asked | undefined {
  const plan = parsed(text);
  if (!isJsonObject(plan) || hasDoubleKey(text) || !isWhole(plan)) return undefined;
  const given = plan["arguments"];
  const tool = fuzzedTools.find((one) => nameOf(one) === plan["tool"]);
  if (tool === undefined || !isJsonObject(given) || !isWellFormed(given)) return undefined;
  return tool.accepts(given) ? { name: nameOf(tool), arguments: given } : undefined;
}

function isWhole(plan: JsonObject): boolean {
  const keys = Object.keys(plan).toSorted();
  return plan["type"] === "call_tool" && keys.join() === "arguments,tool,type";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** Only for texts that parse: a string before a colon is a key of the innermost object. */
function hasDoubleKey(text: string): boolean {
  const found = text.match(tokens) ?? [];
  const open: Set<string>[] = [];
  return found.some((token, at) => {
    if (token === "{") open.push(new Set());
    if (token === "}") open.pop();
    if (!token.startsWith('"') || found[at + 1] !== ":") return false;
    const key = String(JSON.parse(token));
    const keys = open.at(-1);
    const isDouble = keys?.has(key) ?? false;
    keys?.add(key);
    return isDouble;
  });
}

function isWellFormed(value: JsonValue): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  const parts = isJsonArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  return parts.every((part) => isWellFormed(part));
}
