import type { ASTNode } from "@marcbachmann/cel-js";
import {
  describeChoices,
  functions,
  loops,
  patternOf,
  type Variable,
  variables,
} from "./environment.ts";

/**
 * Maximum cost of a condition for lists of length `n` and values of size `v`, as coefficients of
 * powers of `n`.
 */
export interface Cost {
  /** Constant-time steps. */
  readonly plain: readonly number[];
  /** Steps that may scan their whole input. */
  readonly wide: readonly number[];
  /** How many copies of the largest value may be combined, by `+` or in a list. */
  readonly copies: number;
  /** The longest list literal in the condition. */
  readonly literal: number;
}

export interface Objection {
  /** Offset in the condition, in characters. */
  readonly offset: number;
  readonly message: string;
}

export interface Survey {
  readonly objections: readonly Objection[];
  readonly cost: Cost;
  /** Whether it reads nothing that differs between calls of one principal and one tool. */
  readonly isFixed: boolean;
  /** What it reads: a variable, or a field of one. Names of loops are among them. */
  readonly reads: readonly string[];
}

/** Maximum nesting of loops. */
const maxLoops = 2;
/** Maximum program size of a pattern. */
const maxProgram = 2_000;
/** Cost of a time zone conversion, in plain steps. */
const zoneSteps = 1_000;
/**
 * Cost of a failure the condition survives, in plain steps: the library creates a full error. A
 * hostile list can make every element fail.
 */
const failureSteps = 70;
/** Counting characters is slower than searching for one. */
const countingTimes = 8;

interface Running {
  readonly objections: Objection[];
  readonly plain: number[];
  readonly wide: number[];
  names: number;
  grows: boolean;
  literal: number;
  readonly readable: readonly Variable[];
}

/** The current position in the condition. */
interface Spot {
  /** Number of enclosing loops. */
  readonly depth: number;
  /** Variable of the innermost loop. Default: none. */
  readonly element?: string;
}

/** Analyzes a condition statically: its calls, its loops and its maximum cost. */
export function survey(root: ASTNode, readable: readonly Variable[] = variables): Survey {
  const running: Running = {
    objections: [...unreadable(root, readable)],
    plain: Array.from({ length: maxLoops + 1 }, () => 0),
    wide: Array.from({ length: maxLoops + 1 }, () => 0),
    names: 0,
    grows: false,
    literal: 0,
    readable,
  };
  visit(root, { depth: 0 }, running);
  const { objections, plain, wide, names, grows, literal } = running;
  const isFixed = !namesIn(root).some((name) => varying.has(name));
  const reads = [...new Set(readsIn(root))];
  return { objections, cost: { plain, wide, copies: grows ? names : 1, literal }, isFixed, reads };
}

/** Objects to variables that exist, but not here. */
function unreadable(root: ASTNode, readable: readonly Variable[]): readonly Objection[] {
  const closed = variables.filter((name) => !readable.includes(name));
  return idsIn(root)
    .filter(({ args }) => closed.some((name) => name === args))
    .map(({ range }) => ({
      offset: range.start,
      message: `This variable cannot be used here; there are ${describeChoices(readable)}.`,
    }));
}

/** The variables whose values may differ from call to call. */
const varying: ReadonlySet<string> = new Set<Variable>(["args", "connection", "now"]);

function visit(node: ASTNode, spot: Spot, running: Running): void {
  spend(running.plain, spot.depth, 1);
  if (node.op === "call" || node.op === "rcall") {
    call(callOf(node), spot, running);
    return;
  }
  note(node, running);
  if (node.op === "||" || node.op === "&&") spend(running.plain, spot.depth, failureSteps);
  if (wideOperators.has(node.op)) spend(running.wide, depthOfWide(node, spot), 1);
  if (arithmetic.has(node.op)) running.objections.push(...mixedNumbers(node));
  for (const child of operands(node)) visit(child, spot, running);
}

function note(node: ASTNode, running: Running): void {
  if (node.op === "id") running.names += 1;
  if (node.op === "list") running.literal = Math.max(running.literal, node.args.length);
  if (node.op === "+") running.grows = true;
  if (node.op === "list" || node.op === "map") running.grows ||= namesIn(node).length > 0;
}

/** Returns every variable a part of a condition reads. */
function namesIn(node: ASTNode): readonly string[] {
  return idsIn(node).map(({ args }) => args);
}

/** Returns each variable, with its field where only that is read. */
function readsIn(node: ASTNode): readonly string[] {
  if (node.op === "id") return [node.args];
  if (node.op === ".") {
    const [of, field] = node.args;
    if (of.op === "id") return [`${of.args}.${field}`];
  }
  return operands(node).flatMap(readsIn);
}

type Id = Extract<ASTNode, { readonly op: "id" }>;

function idsIn(node: ASTNode): readonly Id[] {
  return node.op === "id" ? [node] : operands(node).flatMap(idsIn);
}

// A part that reads only the loop element scans, over the whole loop, everything once.
function depthOfWide(node: ASTNode, { depth, element }: Spot): number {
  const names = namesIn(node).filter((name) => name !== "now");
  const alone = element !== undefined && names.every((name) => name === element);
  return alone ? depth - 1 : depth;
}

const wideOperators: ReadonlySet<string> = new Set(["==", "!=", "in", "<", "<=", ">", ">=", "+"]);
const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);

interface Call {
  readonly node: ASTNode;
  readonly name: string;
  readonly receiver?: ASTNode;
  readonly given: readonly ASTNode[];
}

type CallNode = Extract<ASTNode, { readonly op: "call" | "rcall" }>;

function callOf(node: CallNode): Call {
  if (node.op === "call") return { node, name: node.args[0], given: node.args[1] };
  const [name, receiver, given] = node.args;
  return { node, name, receiver, given };
}

function call(made: Call, spot: Spot, running: Running): void {
  const { node, name, receiver, given } = made;
  const object = (message: string): void => {
    running.objections.push({ offset: node.range.start, message });
  };
  if (!isAllowed(name)) return object(notAllowed(name));
  if (receiver !== undefined) visit(receiver, spot, running);
  if (loops.has(name)) return loop(made, spot, running);
  spend(running.wide, depthOfWide(node, spot), timesOf(made, object));
  if (name.startsWith("get") && given.length > 0) spend(running.plain, spot.depth, zoneSteps);
  for (const each of given) visit(each, spot, running);
}

function loop({ node, given }: Call, { depth }: Spot, running: Running): void {
  const object = (message: string): void => {
    running.objections.push({ offset: node.range.start, message });
  };
  if (depth === maxLoops) return object(`Loops may be nested ${maxLoops} deep at most.`);
  const [variable, ...bodies] = given;
  if (variable?.op !== "id") return object("A loop names its element first: list.all(x, x > 1.0).");
  if (isVariable(variable.args, running)) object("This name is a variable already.");
  spend(running.plain, depth + 1, failureSteps);
  for (const body of bodies) visit(body, { depth: depth + 1, element: variable.args }, running);
}

function isVariable(name: unknown, { readable }: Pick<Running, "readable">): boolean {
  return [...variables, ...readable].some((each) => each === name);
}

function isAllowed(name: string): boolean {
  return functions.some((each) => each === name);
}

function notAllowed(name: string): string {
  if (name === "matches") return "Use safeMatches: matches can run forever.";
  return `There is no such function here; there are ${describeChoices(functions)}.`;
}

/** Returns how often a call scans each character of its input. */
function timesOf({ name, given }: Call, object: (message: string) => void): number {
  if (name === "safeMatches") return programOf(given, object);
  // The library is slow with long durations.
  if (name === "duration" && !isText(given[0])) object("Write the duration as a text.");
  return name === "size" ? countingTimes : 1;
}

type Text = Extract<ASTNode, { readonly op: "value" }> & { readonly args: string };

function isText(node: ASTNode | undefined): node is Text {
  return node?.op === "value" && typeof node.args === "string";
}

// Only a literal pattern can be checked before a call.
function programOf([pattern]: readonly ASTNode[], object: (message: string) => void): number {
  if (!isText(pattern)) {
    object("Write the pattern of safeMatches as a text.");
    return 1;
  }
  try {
    const size = patternOf(pattern.args).programSize();
    if (size > maxProgram) object("This pattern repeats too much.");
    return size;
  } catch {
    object("This pattern is not a regular expression that RE2 can run.");
    return 1;
  }
}

function spend(counts: number[], depth: number, amount: number): void {
  counts[depth] = (counts[depth] ?? 0) + amount;
}

// Arguments are doubles, and the engine does not mix them with integers: every call would be
// refused.
function mixedNumbers(node: ASTNode): readonly Objection[] {
  const sides = operands(node);
  const field = sides.some(({ op }) => op === "." || op === "[]");
  return sides.flatMap(({ op, args, range }) =>
    field && op === "value" && typeof args === "bigint"
      ? [{ offset: range.start, message: `Write ${args}.0: numbers in arguments are doubles.` }]
      : [],
  );
}

function operands(node: ASTNode): readonly ASTNode[] {
  return nodesIn(node.args);
}

function nodesIn(value: unknown): readonly ASTNode[] {
  if (isNode(value)) return [value];
  return Array.isArray(value) ? value.flatMap(nodesIn) : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "range" in value;
}
