import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  type ToolContract,
  withoutVolatile,
} from "@toolcourt/sdk";
import type { Answer } from "../answer.ts";
import { jsonInText } from "../disagreement.ts";

/**
 * Reduces an answer to one comparable value, without members declared to differ from call to call.
 */
export type Sight = (answer: Answer) => JsonValue;

/**
 * Creates the comparable view of a tool's answers. Drops members marked `x-volatile` in the output
 * schema, and envelope metadata about the call itself.
 */
export function sightOf({ output }: Pick<ToolContract, "output">): Sight {
  const steady = (said: JsonValue): JsonValue => {
    const declared =
      output === undefined ? said : withoutVolatile(said, { schema: output, document: output });
    return withoutCallFacts(declared);
  };
  return (answer) => {
    if (answer.kind === "rpc-error") return { code: answer.code };
    if (answer.kind !== "result") return { kind: answer.kind };
    const { structured, content, isError = false } = answer.result;
    // Beside structured content, the text only repeats it.
    const said =
      structured === undefined
        ? content.map((block) => inWords(block, steady))
        : steady(structured);
    return { isError, said };
  };
}

function inWords(block: JsonObject, steady: (said: JsonValue) => JsonValue): JsonValue {
  const text = own(block, "text");
  const said = typeof text === "string" ? jsonInText(text) : undefined;
  return said === undefined ? block : steady(said);
}

/** Members of `metadata` that describe the call. The others describe the tool. */
const callFacts: ReadonlySet<string> = new Set(
  "timestamp executionTime traceId correlationId cached".split(" "),
);

function withoutCallFacts(said: JsonValue): JsonValue {
  if (!isJsonObject(said) || !["data", "agentHints"].every((key) => Object.hasOwn(said, key))) {
    return said;
  }
  const metadata = own(said, "metadata");
  if (metadata === undefined || !isJsonObject(metadata)) return said;
  const kept = Object.entries(metadata).filter(([key]) => !callFacts.has(key));
  return { ...said, metadata: Object.fromEntries(kept) };
}

export function looksSame(sight: Sight, a: Answer, b: Answer): boolean {
  return identityOf(sight(a)) === identityOf(sight(b));
}

/**
 * Collects everything countable in a value by path: numbers, numbers in texts, and the lengths of
 * texts and lists.
 */
export function amountsIn(root: JsonValue): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  const visit = (value: JsonValue, at: string): void => {
    if (typeof value === "number") amounts.set(at, value);
    if (typeof value === "string") amountsOfText(value, at, amounts);
    if (typeof value !== "object" || value === null) return;
    if (isJsonArray(value)) amounts.set(`${at} length`, value.length);
    for (const [key, member] of Object.entries(value)) visit(member, at + pointerToken(key));
  };
  visit(root, "");
  return amounts;
}

/** A text with more numbers than this is data, not a counter. */
const maxNumbers = 50;

function amountsOfText(text: string, at: string, amounts: Map<string, number>): void {
  const numbers = text.match(/\d{1,15}/g) ?? [];
  if (numbers.length > maxNumbers) return;
  for (const [index, digits] of numbers.entries()) amounts.set(`${at} ${index}`, Number(digits));
}
