import type { ToolContract } from "../contract/contract.ts";
import type { ArgumentMark, FieldOrigin, Reach, ResultMark, Role, Sensitivity } from "../contract/flow.ts";
import { isJsonObject, own } from "../contract/json.ts";
import { pointerTokens } from "../contract/pointer.ts";
import { noFacts } from "./field-facts.ts";
import { fieldPaths } from "./field-paths.ts";
import { idKind } from "./guess-kind.ts";
import { type Argument, guessRole, type RoleGuess } from "./guess-role.ts";
import { longestMark, type MarkTree, markTree } from "./mark-tree.ts";
import { type Field, fieldsOf } from "./schema-fields.ts";

/** What an argument does with a value. */
export interface ArgumentFlow {
  readonly role: Role;
  /** Default: by the form of the value. */
  readonly kind: string | undefined;
  /** Whether the role was inferred. */
  readonly isGuessed: boolean;
}

/** Where the value of a result comes from. */
export interface ResultFlow {
  readonly origin: FieldOrigin;
  /** Default: by the form of the value. */
  readonly kind: string | undefined;
  readonly sensitivity: Sensitivity | undefined;
  /** Whether the contract states the origin. */
  readonly isDeclared: boolean;
}

/** Where the values of a tool come from and go to. Steps are those of a JSON pointer, unescaped. */
export interface Flow {
  readonly reach: Reach;
  readonly isReachGuessed: boolean;
  /** Returns what an argument does. Undefined if the contract says nothing and nothing tells. */
  readonly argumentAt: (segments: readonly string[]) => ArgumentFlow | undefined;
  /** Returns where a value of the structured content comes from. Default: third parties. */
  readonly resultAt: (segments: readonly string[]) => ResultFlow;
  /** Whether the contract itself says anything about its arguments or results. */
  readonly hasMarks: boolean;
}

const known = new WeakMap<ToolContract, Flow>();

/**
 * Returns where the values of a tool come from and go to: what its contract says, and what can be
 * inferred where it says nothing. Worked out once for each contract.
 *
 * @example
 * ```ts
 * declare const sendMail: ToolContract;
 * const { reach, argumentAt, resultAt } = flowOf(sendMail);
 * reach; // "outside"
 * argumentAt(["recipients", "0"]); // { role: "destination", kind: "email", isGuessed: true }
 * resultAt(["id"]).origin; // "third-party", unless the contract states another
 * ```
 */
export function flowOf(contract: ToolContract): Flow {
  const before = known.get(contract);
  if (before !== undefined) return before;
  const flow = makeFlow(contract);
  known.set(contract, flow);
  return flow;
}

function makeFlow(contract: ToolContract): Flow {
  const input = fieldsOf(contract.input);
  const output = fieldsOf(contract.output ?? {});
  const { input: argumentMarks = {}, output: resultMarks = {} } = contract.terms;
  const argumentAt = createArgumentAt(contract, input, markTree(argumentMarks));
  const marked = [argumentMarks, resultMarks].some((marks) => Object.keys(marks).length > 0);
  return {
    ...reachOf(contract, input, argumentAt),
    argumentAt,
    resultAt: createResultAt(contract, output, markTree(resultMarks)),
    hasMarks: marked || states(input, "role") || states(output, "origin", "sensitivity"),
  };
}

function states(root: Field, ...words: readonly (keyof Field["statement"])[]): boolean {
  const found = new Set([root]);
  // The set grows during iteration; `for … of` sees the additions.
  for (const { statement, members, rest } of found) {
    if (words.some((word) => statement[word] !== undefined)) return true;
    for (const below of members.values()) found.add(below);
    if (rest !== undefined) found.add(rest);
  }
  return false;
}

function createArgumentAt(
  contract: ToolContract,
  root: Field,
  marks: MarkTree<ArgumentMark>,
): Flow["argumentAt"] {
  const guess = createGuess(contract);
  return (segments) => {
    const walk = walkTo(root, segments, (field) => guess(field, field));
    const mark = longestMark(marks, segments, same);
    if (mark !== undefined) {
      return { role: mark.role, kind: mark.kind ?? walk.kind ?? walk.guess?.kind, isGuessed: false };
    }
    if (walk.role !== undefined) {
      return { role: walk.role, kind: walk.kind ?? walk.guess?.kind, isGuessed: false };
    }
    const found = guessBelow(segments, walk, guess);
    return found && { role: found.role, kind: walk.kind ?? found.kind, isGuessed: true };
  };
}

const same = <Mark>(mark: Mark): Mark => mark;

type Guess = (key: object | string, argument: Argument) => RoleGuess | undefined;

/** The keys that callers choose are endless. */
const maxGuesses = 1_000;

function createGuess(tool: ToolContract): Guess {
  const guesses = new Map<object | string, RoleGuess | undefined>();
  return (key, argument) => {
    if (guesses.has(key)) return guesses.get(key);
    const guess = argument.name === "" ? undefined : guessRole(argument, tool);
    if (guesses.size < maxGuesses) guesses.set(key, guess);
    return guess;
  };
}

/** Guesses by the names of keys that no schema describes. */
function guessBelow(segments: readonly string[], walk: Walk, guess: Guess): RoleGuess | undefined {
  let found = walk.guess;
  for (let at = walk.length; at < segments.length; at += 1) {
    const name = segments[at] ?? "";
    found = guess(name, { name, owner: segments[at - 1] ?? "", facts: noFacts }) ?? found;
  }
  return found;
}

/** What schemas say on the way to a place. What is deeper counts. */
interface Walk {
  /** How many steps schemas describe. */
  readonly length: number;
  /** The deepest described place. */
  readonly field: Field;
  readonly role: Role | undefined;
  /** Stated at the deepest place that states anything. */
  readonly kind: string | undefined;
  readonly origin: FieldOrigin | undefined;
  readonly sensitivity: Sensitivity | undefined;
  readonly guess: RoleGuess | undefined;
}

function walkTo(
  root: Field,
  segments: readonly string[],
  guessAt: (field: Field) => RoleGuess | undefined,
): Walk {
  let field = root;
  let length = 0;
  let { role, kind, origin, sensitivity } = root.statement;
  let guess: RoleGuess | undefined;
  for (const segment of segments) {
    const below = field.members.get(segment) ?? field.rest;
    if (below === undefined) break;
    field = below;
    length += 1;
    const said = field.statement;
    role = said.role ?? role;
    kind = said.kind ?? (said.role === undefined && said.origin === undefined ? kind : undefined);
    origin = said.origin ?? origin;
    sensitivity = said.sensitivity ?? sensitivity;
    guess = guessAt(field) ?? guess;
  }
  return { length, field, role, kind, origin, sensitivity, guess };
}

const noGuess = (): undefined => undefined;

function createResultAt(
  { name }: ToolContract,
  root: Field,
  marks: MarkTree<ResultMark>,
): Flow["resultAt"] {
  const guess = createIdKinds(name);
  return (segments) => {
    const { length, field, kind, ...said } = walkTo(root, segments, noGuess);
    const mark = longestMark(marks, segments, same);
    const origin = longestMark(marks, segments, (each) => each.origin) ?? said.origin;
    const isDescribed = length === segments.length;
    return {
      origin: origin ?? "third-party",
      kind: mark?.kind ?? kind ?? guess(isDescribed ? field : namesIn(segments)),
      sensitivity: longestMark(marks, segments, (each) => each.sensitivity) ?? said.sensitivity,
      isDeclared: origin !== undefined,
    };
  };
}

type Names = Pick<Field, "name" | "owner">;

function namesIn(segments: readonly string[]): Names {
  const names = segments.filter((segment) => !/^\d+$/.test(segment));
  return { name: names.at(-1) ?? "", owner: names.at(-2) ?? "" };
}

function createIdKinds(tool: string): (names: Names) => string | undefined {
  const kinds = new Map<string, string | undefined>();
  return ({ name, owner }) => {
    const key = `${owner}/${name}`;
    if (kinds.has(key)) return kinds.get(key);
    const kind = idKind(name, owner, tool);
    if (kinds.size < maxGuesses) kinds.set(key, kind);
    return kind;
  };
}

function reachOf(
  contract: ToolContract,
  input: Field,
  argumentAt: Flow["argumentAt"],
): Pick<Flow, "reach" | "isReachGuessed"> {
  const declared = contract.terms.reach ?? (staysInside(contract) ? "internal" : undefined);
  if (declared === undefined) return { reach: "outside", isReachGuessed: true };
  const chosen = declared === "internal" ? chosenAddress(contract, input, argumentAt) : undefined;
  if (chosen === undefined) return { reach: declared, isReachGuessed: false };
  return { reach: "outside", isReachGuessed: chosen.isGuessed };
}

// The annotations of a server come from it, and may only add caution.
function staysInside({ server, asReceived }: ToolContract): boolean {
  const annotations = own(asReceived, "annotations");
  if (server !== "local" || !isJsonObject(annotations)) return false;
  return own(annotations, "openWorldHint") === false;
}

const leadingOut = new Set(["url", "email", "host"]);

/** Returns the argument by which a caller of a read chooses where it leads, if there is one. */
function chosenAddress(
  { effect, terms }: ToolContract,
  input: Field,
  argumentAt: Flow["argumentAt"],
): ArgumentFlow | undefined {
  if (effect !== "read") return undefined;
  const described = fieldPaths(input).map(({ steps }) => steps);
  const places = [...described, ...Object.keys(terms.input ?? {}).map(pointerTokens)];
  for (const place of places) {
    const flow = argumentAt(place);
    if (flow?.role === "destination" && leadingOut.has(flow.kind ?? "")) return flow;
  }
  return undefined;
}
