import type { JsonObject } from "@toolcourt/sdk";
import type { EntranceName } from "./entrances.ts";

/** One kind of call that every entrance must refuse. */
export interface Forbidden {
  readonly what: string;
  /** The tool name as the caller gives it. */
  readonly tool: string;
  readonly given?: JsonObject;
  /** Accepted refusal codes. Several if a circuit breaker may open for a failing server. */
  readonly codes: readonly string[];
  /** Expected evidence of the refusal, if the code alone is ambiguous. Default: any. */
  readonly evidence?: JsonObject;
  /** Tool called beforehand. Its outcome does not matter. Default: none. */
  readonly after?: string;
  /** Whether all calls of the case belong to one query. Default: false. */
  readonly isOneQuery?: boolean;
  /**
   * Refusal codes of the command, whose gateway lives for one call and has its own principal.
   * Default: `codes`.
   */
  readonly inCommand?: "not there" | readonly string[];
}

const unknown = ["tool-unknown"];
const held = ["tool-quarantined"];

/** Tools that are known and wanted but not callable in their current state. */
const states: readonly Forbidden[] = [
  { what: "a tool that does not exist", tool: "get-nothing", codes: unknown },
  { what: "a tool on the denylist", tool: "get-denied", codes: unknown },
  { what: "a tool that is not on the allowlist", tool: "get-unwanted", codes: unknown },
  { what: "a tool that was removed", tool: "get-removed", codes: unknown },
  {
    what: "a tool that does not conform",
    tool: "get-nonconformant",
    codes: held,
    evidence: { reason: "nonconformant", rules: ["text/visible"] },
  },
  {
    what: "a tool whose annotations are milder than what it does",
    tool: "send-mildly",
    codes: held,
    evidence: { reason: "nonconformant", rules: ["meta/annotations-agree"] },
  },
  {
    what: "a new tool whose text speaks to the model",
    tool: "get-unreviewed",
    codes: held,
    evidence: { reason: "unreviewed", rules: ["text/instructions"] },
  },
  {
    what: "a tool whose schema cannot be compiled",
    tool: "get-uncompilable",
    codes: held,
    evidence: { reason: "nonconformant" },
  },
  {
    what: "a tool that changed and breaks callers",
    tool: "get-drifted",
    codes: held,
    evidence: { reason: "drifted", difference: "breaking" },
  },
  {
    what: "a tool that changed and may do more",
    tool: "get-widened",
    codes: held,
    evidence: { reason: "drifted", difference: "widening" },
  },
  {
    what: "a dynamic server's tool that is new since the start",
    tool: "get-newcomer",
    codes: held,
    evidence: { reason: "not-admitted" },
    inCommand: "not there",
  },
  {
    what: "a strict server's tool that is not listed and came after the start",
    tool: "get-unlisted",
    codes: held,
    evidence: { reason: "not-admitted" },
    inCommand: "not there",
  },
  { what: "a name that two servers have, said bare", tool: "get-shared", codes: unknown },
];

/** Tools that are callable, but not in this way. */
const circumstances: readonly Forbidden[] = [
  {
    what: "a tool that its caller must approve",
    tool: "send-by-caller",
    codes: ["approval-required"],
    evidence: { from: "caller" },
  },
  {
    what: "a tool that an operator must approve",
    tool: "send-by-operator",
    codes: ["approval-required"],
    evidence: { from: "operator" },
  },
  {
    what: "a tool that needs a permission which the principal does not have",
    tool: "get-vaulted",
    codes: ["not-permitted"],
    evidence: { missing: ["vault:open"] },
    inCommand: "not there",
  },
  {
    what: "a tool whose allowance is used up",
    tool: "get-limited",
    after: "get-limited",
    codes: ["rate-limited"],
    inCommand: "not there",
  },
  {
    what: "the second call of a query",
    tool: "get-second",
    after: "get-allowed",
    isOneQuery: true,
    codes: ["query-limit"],
    inCommand: "not there",
  },
  {
    what: "an argument of the wrong type",
    tool: "get-allowed",
    given: { city: 7 },
    codes: ["input-invalid"],
  },
  { what: "an argument too few", tool: "get-allowed", given: {}, codes: ["input-invalid"] },
  {
    what: "an argument too many",
    tool: "get-allowed",
    given: { city: "Geneva", "city ": "Bern" },
    codes: ["input-invalid"],
  },
  {
    what: "a tool of a server that is gone",
    tool: "send-gone",
    codes: ["upstream-failed", "circuit-open"],
    inCommand: unknown,
  },
];

const lookAlikes: readonly (readonly [what: string, name: string])[] = [
  ["another case", "GET-ALLOWED"],
  ["a letter of another alphabet", "get-\u0430llowed"],
  ["a full-width letter", "get-\uff41llowed"],
  ["an invisible letter", "get-\u200ballowed"],
  ["a space at the end", "get-allowed "],
  ["a line end", "get-allowed\n"],
  ["a part of its name", "get-allow"],
  ["its server's name before it, although it has none in its name", "weather__get-allowed"],
  ["the server's part of a qualified name", "first__"],
  ["a part of a qualified name", "first__get-sha"],
  ["a qualified name with another separator", "first/get-shared"],
  ["the qualified name of a tool that is held", "weather__get-drifted"],
  ["the key of a prototype", "__proto__"],
  ["a name that every object has", "constructor"],
  ["another name that every object has", "toString"],
  ["a pattern", "get-*"],
  ["a path", "../get-allowed"],
];

const names = lookAlikes.map(
  ([what, tool]): Forbidden => ({ what: `a name like a good one: ${what}`, tool, codes: unknown }),
);

export const forbidden: readonly Forbidden[] = [...states, ...circumstances, ...names];

/** Returns the expected codes at an entrance. Undefined if the case cannot arise there. */
export function expectedAt(
  { codes, inCommand }: Forbidden,
  entrance: EntranceName,
): readonly string[] | undefined {
  if (entrance !== "toolcourt call" || inCommand === undefined) return codes;
  return inCommand === "not there" ? undefined : inCommand;
}

/** Valid arguments for cases about something else. */
export const fitting: JsonObject = { city: "Geneva" };
