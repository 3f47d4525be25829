import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import { jsonSizeOf } from "@toolcourt/gateway/internal/boundary/cleaning/json-size";
import type { ReceivedResult } from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  parseJson,
  type ToolContract,
} from "@toolcourt/sdk";

interface Disagreement {
  readonly expected: string;
  readonly got: string;
}

/** Finds a contradiction between `isError` and the structured content. */
export function disagreementIn(
  { structured, isError = false }: ReceivedResult,
  contract: ToolContract,
): Disagreement | undefined {
  if (!isJsonObject(structured)) return undefined;
  if (!isError && tellsOfFailure(structured)) {
    return { expected: "isError true beside an error", got: "an error without isError" };
  }
  if (isError && tellsOfSuccess(structured, contract.output)) {
    return { expected: "no isError beside what was asked for", got: "a success with isError true" };
  }
  return undefined;
}

// An error member is not enough: a tool may report the error of something else.
function tellsOfFailure(structured: JsonObject): boolean {
  const error = own(structured, "error");
  const isTold = isJsonObject(error) || (typeof error === "string" && error !== "");
  if (!isTold) return false;
  return (
    own(structured, "data") === null ||
    own(structured, "success") === false ||
    own(structured, "ok") === false ||
    Object.keys(structured).every((key) => failureKeys.has(key))
  );
}

const failureKeys = new Set(["error", "code", "message", "details", "status", "success", "ok"]);

function tellsOfSuccess(structured: JsonObject, output: JsonSchema | undefined): boolean {
  const data = own(structured, "data");
  if (own(structured, "success") === true || own(structured, "ok") === true) return true;
  if (data !== undefined && data !== null && isJsonObject(own(structured, "agentHints"))) {
    return own(structured, "error") === undefined;
  }
  return output !== undefined && hasAllOfSuccess(structured, output);
}

/** Names of members that may themselves report failure. */
const verdictNames =
  /^(?:error|errors|ok|success|succeeded|status|state|message|reason|code|failed|failure|found|exists|valid|result)$/i;

/** Tells whether all required members are present and none could report failure. */
function hasAllOfSuccess(structured: JsonObject, output: JsonSchema): boolean {
  const required = own(output, "required");
  const names = isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
  return (
    names.length > 0 &&
    names.every((name) => (own(structured, name) ?? null) !== null) &&
    !Object.keys(structured).some((name) => verdictNames.test(name))
  );
}

/** Returns the index of the first JSON text block that contradicts the structured content. */
export function contradictingText({ structured, content }: ReceivedResult): number | undefined {
  if (structured === undefined) return undefined;
  const index = content.findIndex((block) => {
    const text = own(block, "text");
    return typeof text === "string" && contradicts(text, structured);
  });
  return index < 0 ? undefined : index;
}

function contradicts(text: string, structured: JsonValue): boolean {
  const said = parsedText(text);
  if (said === undefined || identityOf(said) === identityOf(structured)) return false;
  // The structured content may contain the text, or the text may be one of its members.
  return !membersOf(structured).some(
    (member) => member === text || identityOf(member) === identityOf(said),
  );
}

function membersOf(structured: JsonValue): readonly JsonValue[] {
  if (typeof structured !== "object" || structured === null) return [];
  return Object.values(structured);
}

/** Undefined unless the text is a JSON object or array: plain prose need not agree. */
function parsedText(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? jsonInText(text) : undefined;
}

/** Depth limit of a result. Deeper JSON in a text is not real data and would overflow the stack. */
const maxDepth = 200;

/** Parses a text as JSON. Undefined if it is not JSON, or nested too deeply. */
export function jsonInText(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text);
    return jsonSizeOf(value).depth > maxDepth ? undefined : value;
  } catch {
    return undefined;
  }
}
