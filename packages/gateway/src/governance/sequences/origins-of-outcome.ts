import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { type ConnectedCall, type IncomingCall, isConnected } from "../../pipeline/call.ts";
import type { Answered, Outcome } from "../../pipeline/outcome.ts";
import { namedFlowOf } from "./named-flow.ts";
import type { OriginMemory } from "./origins/create-memory.ts";
import type { OriginEntry } from "./origins/entry.ts";
import type { Flow } from "./origins/flow.ts";
import type { SightedCall } from "./origins/places.ts";

interface Seeing {
  readonly memory: OriginMemory;
  readonly sighted: SightedCall;
}

/** Collects everything that leaves with an outcome, by who wrote it. */
export function originsOfOutcome(
  call: IncomingCall,
  outcome: Outcome,
  seeing: Seeing,
): readonly OriginEntry[] {
  if (outcome.kind === "answered") return ofAnswer(call, outcome, seeing);
  const texts = outcome.kind === "refused" ? quotedIn(outcome.error) : [outcome.output];
  return texts.map((text) => ofForeign(text, seeing)).filter(isFilled);
}

function ofAnswer(
  call: IncomingCall,
  { output, untyped }: Answered,
  seeing: Seeing,
): readonly OriginEntry[] {
  const { structuredContent: structured, content, isError, meta } = output;
  const isTyped = untyped !== true && !isError;
  const typed =
    isTyped && structured !== undefined && isConnected(call)
      ? [ofResult(call, structured, seeing)]
      : [];
  // Text beside a typed result is checked by no schema, unless it only repeats the result.
  const foreign =
    typed.length > 0
      ? content.filter((block) => !repeats(block, structured))
      : [...content, structured];
  const others = [...foreign, meta].filter((part) => part !== undefined);
  return [...typed, ...others.map((part) => ofForeign(part, seeing))].filter(isFilled);
}

function ofResult(
  { registered, input: args }: ConnectedCall,
  result: JsonValue,
  { memory, sighted }: Seeing,
): OriginEntry {
  return memory.rememberResult({
    call: sighted,
    flow: namedFlowOf(registered.contract),
    result,
    args,
  });
}

/** Outsiders can have written any text of it. */
const foreign: Flow = {
  reach: "internal",
  argumentAt: () => undefined,
  resultAt: () => ({
    origin: "third-party",
    kind: undefined,
    sensitivity: undefined,
    isDeclared: false,
  }),
  // Its keys are data as well.
  isNamed: () => false,
};

/** Text by text, as readers see them: in JSON, an escaped line break would join the next value. */
function ofForeign(value: JsonValue | object, { memory, sighted }: Seeing): OriginEntry {
  const result = parseJson(JSON.stringify(value));
  return memory.rememberResult({ call: sighted, flow: foreign, result, args: {} });
}

function repeats(block: JsonValue, structured: JsonValue | undefined): boolean {
  const text =
    isJsonObject(block) && own(block, "type") === "text" ? own(block, "text") : undefined;
  if (typeof text !== "string" || structured === undefined) return false;
  if (text === JSON.stringify(structured)) return true;
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    return canonicalJson(parseJson(text)) === canonicalJson(structured);
  } catch {
    return false;
  }
}

/** What a server wrote about its failure, where it may be quoted. */
function quotedIn(error: unknown): readonly object[] {
  if (!isRefusal(error)) return [];
  const { details } = error;
  return "wrote" in details ? [details.wrote] : [];
}

/** Reports whether an entry says anything. */
export function isFilled({ fields, labels, isCut }: OriginEntry): boolean {
  return fields.length > 0 || labels !== undefined || isCut === true;
}
