import type { JsonObject } from "@toolcourt/sdk";
import type { EntranceName } from "./entrances.ts";

/** One kind of call that nobody may make, whichever way it comes. */
export interface Forbidden {
  readonly what: string;
  /** As the caller says it. */
  readonly tool: string;
  readonly given?: JsonObject;
  /** What it is refused with. More than one where a failing server may be left alone after a while. */
  readonly codes: readonly string[];
  /** What the refusal says about it, where the code alone leaves that open. */
  readonly evidence?: JsonObject;
  /** Called before; what becomes of that does not matter. */
  readonly after?: string;
  /** Whether all calls of the case serve one query. */
  readonly isOneQuery?: boolean;
  /** What the command refuses it with, whose gateway lives for one call and has a principal of its own. */
  readonly inCommand?: "not there" | readonly string[];
}

const unknown = ["tool-unknown"];
const held = ["tool-quarantined"];

/** A tool that is known and wanted, but that may not be called as it is now. */
const states: readonly Forbidden[] = [
  { what: "a tool that nobody has", tool: "get-nothing", codes: unknown },
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

/** A tool that may be called, but not like this. */
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
    codes: ["step-limit"],
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
  ["a letter that nobody sees", "get-\u200ballowed"],
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

/** What is expected at an entrance; undefined where the case cannot arise. */
export function expectedAt(
  { codes, inCommand }: Forbidden,
  entrance: EntranceName,
): readonly string[] | undefined {
  if (entrance !== "toolcourt call" || inCommand === undefined) return codes;
  return inCommand === "not there" ? undefined : inCommand;
}

/** What the tool is called with where the case is not about that. */
export const fitting: JsonObject = { city: "Geneva" };
