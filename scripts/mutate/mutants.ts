import { parseSync, type Span, Visitor } from "oxc-parser";

/** A source with one line changed. */
export interface Mutant {
  /** The function and the change. Names one mutant as long as its lines stay. */
  readonly name: string;
  readonly source: string;
}

/**
 * Changes a source in one place each: every statement removed, every two neighbours swapped, every
 * await dropped, every named result replaced by an argument of the call that returns it.
 */
export function mutantsOf(source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const around: string[] = [];
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const add = (change: string, { start, end }: Span, text: string): void => {
    const name = `${around.at(-1)}: ${change}`;
    mutants.push({ name, source: source.slice(0, start) + text + source.slice(end) });
  };
  const enter = ({ id }: { readonly id: { readonly name: string } | null }): void => {
    around.push(id?.name ?? around.at(-1) ?? "");
  };
  const leave = (): void => {
    around.pop();
  };
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    BlockStatement({ body }) {
      for (const [at, one] of body.entries()) {
        add(`remove ${headOf(textOf(one))}`, one, "");
        const next = body[at + 1];
        if (next === undefined) continue;
        const between = source.slice(one.end, next.start);
        const change = `swap ${headOf(textOf(one))} with ${headOf(textOf(next))}`;
        const both = { start: one.start, end: next.end };
        add(change, both, textOf(next) + between + textOf(one));
      }
    },
    VariableDeclarator({ init }) {
      if (init?.type !== "CallExpression") return;
      for (const argument of init.arguments) {
        if (argument.type !== "Identifier") continue;
        add(`take ${argument.name} for ${headOf(textOf(init))}`, init, argument.name);
      }
    },
    AwaitExpression(node) {
      add(`drop await of ${headOf(textOf(node.argument))}`, node, textOf(node.argument));
    },
  }).visit(parseSync("mutated.ts", source).program);
  return mutants;
}

function headOf(text: string): string {
  return text.split("\n", 1).join("").slice(0, 60);
}
