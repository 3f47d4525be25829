import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { isLargerThan, jsonSizeOf } from "../boundary/cleaning/json-size.ts";
import type { Question } from "./call.ts";
import { type AskingTerms, checkInputRequest, type Objection } from "./input-request.ts";

export type CheckedQuestion =
  | { readonly kind: "passed"; readonly asks: Question["asks"] }
  | Objection;

/** Deeper and larger than anything a person could answer. */
const maxDepth = 50;
const maxBytes = 1_048_576;
const maxRequests = 20;
const maxStateBytes = 65_536;

/** Returns whether a result is an MCP request for input. */
export function isInputRequired(raw: unknown): raw is JsonObject {
  return isJsonObject(raw) && own(raw, "resultType") === "input_required";
}

/**
 * Checks a result that asks for input. A passed one holds only the cleaned requests and the
 * server's state, unchanged. One bad request refuses them all: the server counts on every answer.
 */
export function checkInputRequired(result: JsonObject, terms: AskingTerms): CheckedQuestion {
  const size = jsonSizeOf(result);
  if (size.depth > maxDepth || isLargerThan(result, size, maxBytes)) {
    return malformed(`expected at most ${maxDepth} levels and ${maxBytes} bytes`);
  }
  const requestState = own(result, "requestState");
  const issue = stateIssue(requestState, terms);
  if (issue !== undefined) return malformed(issue);
  const state = typeof requestState === "string" ? { requestState } : {};

  const inputRequests = own(result, "inputRequests");
  if (inputRequests === undefined) {
    return requestState === undefined ? malformed(nothing) : { kind: "passed", asks: state };
  }
  const requests = checkRequests(inputRequests, terms);
  if (requests.kind !== "passed") return requests;
  return { kind: "passed", asks: { inputRequests: requests.inputRequests, ...state } };
}

const nothing = "expected inputRequests or requestState";

function stateIssue(
  requestState: JsonValue | undefined,
  { clean }: AskingTerms,
): string | undefined {
  if (requestState === undefined) return undefined;
  if (typeof requestState !== "string") return "/requestState: expected a text";
  if (Buffer.byteLength(requestState) > maxStateBytes) {
    return `/requestState: expected at most ${maxStateBytes} bytes`;
  }
  // It must come back unchanged, and lone surrogates cannot be sent.
  if (!requestState.isWellFormed()) return "/requestState: expected whole characters";
  // People do not read it, so hidden characters may stay. Any other cleaning means it holds our
  // secret.
  const hasSecret = clean(requestState) !== withoutHiddenCharacters(requestState).text;
  return hasSecret ? "/requestState: expected none of the gateway's secrets" : undefined;
}

type CheckedRequests = { readonly kind: "passed"; readonly inputRequests: JsonObject } | Objection;

function checkRequests(given: JsonValue, terms: AskingTerms): CheckedRequests {
  if (!isJsonObject(given)) return malformed("/inputRequests: expected an object");
  const entries = Object.entries(given);
  if (entries.length > maxRequests) return malformed(`/inputRequests: expected ${maxRequests}`);
  const checked: [string, JsonObject][] = [];
  for (const [index, [key, each]] of entries.entries()) {
    // Answers come back under the same names, so a name that needs cleaning is useless.
    if (terms.clean(key) !== key) return malformed("/inputRequests: expected plain names");
    const verdict = checkInputRequest(each, terms);
    if (verdict.kind === "malformed") return malformed(`/inputRequests/${index}${verdict.issue}`);
    if (verdict.kind === "unaskable") return verdict;
    checked.push([key, { ...verdict.request }]);
  }
  return { kind: "passed", inputRequests: Object.fromEntries(checked) };
}

function malformed(issue: string): Objection {
  return { kind: "malformed", issue };
}
