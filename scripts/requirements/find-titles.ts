import { type CallExpression, type Node, Visitor } from "oxc-parser";
import type { Source } from "../house/source.ts";

/** A test in a file. */
export interface Title {
  /** The titles of its `describe` blocks and its own, joined by ` > `. */
  readonly path: string;
  /** Whether it never runs. */
  readonly isSkipped: boolean;
}

interface Block {
  readonly kind: "describe" | "it";
  readonly title: string;
  readonly isSkipped: boolean;
}

/** Returns the tests of a file, as they are written: `it.each` has its template as the title. */
export function titlesIn({ program, text }: Source): readonly Title[] {
  const found: Title[] = [];
  const open: (Block | undefined)[] = [];
  new Visitor({
    CallExpression: (call) => {
      const block = blockOf(call, text);
      open.push(block);
      if (block?.kind !== "it") return;
      const blocks = open.filter((each) => each !== undefined);
      found.push({
        path: blocks.map(({ title }) => title).join(" > "),
        isSkipped: blocks.some(({ isSkipped }) => isSkipped),
      });
    },
    "CallExpression:exit": () => void open.pop(),
  }).visit(program);
  return found;
}

function blockOf({ callee, arguments: [first] }: CallExpression, text: string): Block | undefined {
  const [name, ...modifiers] = wordsOf(callee);
  const title = first === undefined ? undefined : titleOf(first, text);
  if (title === undefined || !(name === "it" || name === "describe")) return undefined;
  const isSkipped = modifiers.includes("skip") || modifiers.includes("todo");
  return { kind: name, title, isSkipped };
}

/** `it.skipIf(x).each(y)` is `it`, `skipIf`, `each`. */
function wordsOf(callee: Node): readonly string[] {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type === "CallExpression") return wordsOf(callee.callee);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  return [...wordsOf(callee.object), callee.property.name];
}

function titleOf(node: Node, text: string): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateLiteral" ? text.slice(node.start + 1, node.end - 1) : undefined;
}
