import type { ASTNode } from "@marcbachmann/cel-js";
import { functions, loops, patternOf, variables } from "./environment.ts";
import { describeChoices } from "./wording.ts";

/** What a condition can cost at most, for a list of `n` and values of size `v`, as factors of powers of `n`. */
export interface Cost {
  /** Steps that take the same time whatever they work on. */
  readonly plain: readonly number[];
  /** Steps that may look at everything they are given. */
  readonly wide: readonly number[];
  /** How often the largest value may stand beside itself, joined by `+` or in a list. */
  readonly copies: number;
  /** The longest list that is written in the condition. */
  readonly literal: number;
}

export interface Objection {
  /** Characters from the start of the condition. */
  readonly offset: number;
  readonly message: string;
}

export interface Survey {
  readonly objections: readonly Objection[];
  readonly cost: Cost;
}

/** How deep loops may stand in each other. */
const maxLoops = 2;
/** A pattern whose program is longer is refused. */
const maxProgram = 2_000;
/** What the conversion to a time zone costs, in plain steps. */
const zoneSteps = 1_000;
/**
 * What it costs, in plain steps, when something fails and the condition goes on all the same: the library
 * makes a whole error for it. A hostile list can have every element fail.
 */
const failureSteps = 70;
/** Counting the characters of a text is slower than looking for one. */
const countingTimes = 8;

interface Running {
  readonly objections: Objection[];
  readonly plain: number[];
  readonly wide: number[];
  names: number;
  grows: boolean;
  literal: number;
}

/** Where in the condition we are. */
interface Spot {
  /** How many loops are around. */
  readonly depth: number;
  /** The variable of the innermost of them. */
  readonly element?: string;
}

/** Looks at a condition without running it: what it calls, how its loops stand, what it can cost. */
export function survey(root: ASTNode): Survey {
  const running: Running = {
    objections: [],
    plain: Array.from({ length: maxLoops + 1 }, () => 0),
    wide: Array.from({ length: maxLoops + 1 }, () => 0),
    names: 0,
    grows: false,
    literal: 0,
  };
  look(root, { depth: 0 }, running);
  const { objections, plain, wide, names, grows, literal } = running;
  return { objections, cost: { plain, wide, copies: grows ? names : 1, literal } };
}

function look(node: ASTNode, spot: Spot, running: Running): void {
  spend(running.plain, spot.depth, 1);
  if (node.op === "call" || node.op === "rcall") {
    call(callOf(node), spot, running);
    return;
  }
  note(node, running);
  if (node.op === "||" || node.op === "&&") spend(running.plain, spot.depth, failureSteps);
  if (wideOperators.has(node.op)) spend(running.wide, depthOfWide(node, spot), 1);
  if (arithmetic.has(node.op)) running.objections.push(...mixedNumbers(node));
  for (const child of operands(node)) look(child, spot, running);
}

function note(node: ASTNode, running: Running): void {
  if (node.op === "id") running.names += 1;
  if (node.op === "list") running.literal = Math.max(running.literal, node.args.length);
  if (node.op === "+") running.grows = true;
  if (node.op === "list" || node.op === "map") running.grows ||= namesIn(node).length > 0;
}

/** Every variable that a part of a condition looks at. */
function namesIn(node: ASTNode): readonly string[] {
  if (node.op === "id") return [node.args];
  return operands(node).flatMap(namesIn);
}

// What looks at nothing but the element of a loop looks, over the whole loop, at everything once.
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
  if (receiver !== undefined) look(receiver, spot, running);
  if (loops.has(name)) return loop(made, spot, running);
  spend(running.wide, depthOfWide(node, spot), timesOf(made, object));
  if (name.startsWith("get") && given.length > 0) spend(running.plain, spot.depth, zoneSteps);
  for (const each of given) look(each, spot, running);
}

function loop({ node, given }: Call, { depth }: Spot, running: Running): void {
  const object = (message: string): void => {
    running.objections.push({ offset: node.range.start, message });
  };
  if (depth === maxLoops) return object(`Loops may stand in each other ${maxLoops} deep.`);
  const [variable, ...bodies] = given;
  if (variable?.op !== "id") return object("A loop names its element first: list.all(x, x > 1.0).");
  if (isVariable(variable.args)) object("This name is a variable already.");
  spend(running.plain, depth + 1, failureSteps);
  for (const body of bodies) look(body, { depth: depth + 1, element: variable.args }, running);
}

function isVariable(name: unknown): boolean {
  return variables.some((each) => each === name);
}

function isAllowed(name: string): boolean {
  return functions.some((each) => each === name);
}

function notAllowed(name: string): string {
  if (name === "matches") return "Use safeMatches: matches can take for ever.";
  return `There is no such function here; there are ${describeChoices(functions)}.`;
}

/** How often a call looks at each character that it is given. */
function timesOf({ name, given }: Call, object: (message: string) => void): number {
  if (name === "safeMatches") return programOf(given, object);
  // The library is slow with long ones.
  if (name === "duration" && !isText(given[0])) object("Write the duration as a text.");
  return name === "size" ? countingTimes : 1;
}

type Text = Extract<ASTNode, { readonly op: "value" }> & { readonly args: string };

function isText(node: ASTNode | undefined): node is Text {
  return node?.op === "value" && typeof node.args === "string";
}

// Only a pattern that is written down can be judged before anybody calls.
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

// Arguments are doubles, and the engine does not mix them with whole numbers: it would refuse every call.
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
