import type { ASTNode } from "@marcbachmann/cel-js";
import { CallFacts } from "./facts.ts";

type OfCall = (call: CallFacts) => boolean;

const fields = Object.keys(
  new CallFacts({ tool: "", server: "", effect: "read", reach: "internal" }),
);

/**
 * Compiles a condition that only compares fields of `call` with texts. Undefined for any other.
 * Such a condition has an answer for every call, so it is asked of a whole history at little cost.
 */
export function ofCallAlone(node: ASTNode): OfCall | undefined {
  if (node.op === "&&" || node.op === "||") return both(node.op, node.args);
  if (node.op === "==" || node.op === "!=") return comparison(node.op, node.args);
  if (node.op === "in") return membership(node.args);
  const inner = node.op === "!_" ? ofCallAlone(node.args) : undefined;
  return inner && ((call) => !inner(call));
}

type Pair = readonly [ASTNode, ASTNode];

function both(op: "&&" | "||", [left, right]: Pair): OfCall | undefined {
  const [one, other] = [ofCallAlone(left), ofCallAlone(right)];
  if (one === undefined || other === undefined) return undefined;
  return op === "&&" ? (call) => one(call) && other(call) : (call) => one(call) || other(call);
}

function comparison(op: "==" | "!=", [left, right]: Pair): OfCall | undefined {
  const field = fieldOf(left) ?? fieldOf(right);
  const text = textOf(right) ?? textOf(left);
  if (field === undefined || text === undefined) return undefined;
  return op === "==" ? (call) => call[field] === text : (call) => call[field] !== text;
}

function membership([left, right]: Pair): OfCall | undefined {
  const field = fieldOf(left);
  if (field === undefined || right.op !== "list") return undefined;
  const texts = right.args.map(textOf);
  return texts.includes(undefined) ? undefined : (call) => texts.includes(call[field]);
}

function fieldOf(node: ASTNode): keyof CallFacts | undefined {
  if (node.op !== ".") return undefined;
  const [of, field] = node.args;
  return of.op === "id" && of.args === "call" && isField(field) ? field : undefined;
}

function isField(name: string): name is keyof CallFacts {
  return fields.includes(name);
}

function textOf(node: ASTNode): string | undefined {
  return node.op === "value" && typeof node.args === "string" ? node.args : undefined;
}
