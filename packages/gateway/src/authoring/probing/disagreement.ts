import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  type ToolContract,
} from "@toolcourt/sdk";
import { identityOf } from "../../contracts/schemas/identity.ts";
import type { ReceivedResult } from "../../pipeline/stages/received-result.ts";
import { jsonInText } from "./json-in-text.ts";

export interface Disagreement {
  readonly expected: string;
  readonly got: string;
}

/** Where `isError` says one thing and the structured content another. */
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

// A tool may well report the error of something else, so that there is an error is not enough.
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

/** Names under which a result may say itself that it is a failure. */
const verdictNames =
  /^(?:error|errors|ok|success|succeeded|status|state|message|reason|code|failed|failure|found|exists|valid|result)$/i;

/** Whether everything is there that a success promises, and nothing in it could tell of a failure. */
function hasAllOfSuccess(structured: JsonObject, output: JsonSchema): boolean {
  const required = own(output, "required");
  const names = isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
  return (
    names.length > 0 &&
    names.every((name) => (own(structured, name) ?? null) !== null) &&
    !Object.keys(structured).some((name) => verdictNames.test(name))
  );
}

/** The first text block that is JSON and says something else than the structured content. */
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
  // The structure may hold the text itself, or the text a part of the structure.
  return !membersOf(structured).some(
    (member) => member === text || identityOf(member) === identityOf(said),
  );
}

function membersOf(structured: JsonValue): readonly JsonValue[] {
  if (typeof structured !== "object" || structured === null) return [];
  return Object.values(structured);
}

/** Undefined for what is no JSON of an object or an array: plain words are not meant to agree. */
function parsedText(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? jsonInText(text) : undefined;
}
