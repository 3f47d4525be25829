import { Visitor } from "oxc-parser";
import { lineAt, type Source } from "./source.ts";

export interface Sizes {
  readonly lines: number;
  /** Lines that hold more than white space and comments. */
  readonly codeLines: number;
  /** The length of each function with a body, in lines. Nested functions count on their own. */
  readonly functions: readonly number[];
}

export function sizesOf(source: Source): Sizes {
  return {
    lines: source.text.split("\n").length - 1,
    codeLines: withoutComments(source)
      .split("\n")
      .filter((line) => line.trim() !== "").length,
    functions: functionLengths(source),
  };
}

/** The text with every comment removed and every line break kept. */
function withoutComments({ text, comments }: Source): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of comments) {
    kept += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\n]/g, "");
    from = end;
  }
  return kept + text.slice(from);
}

function functionLengths({ text, program }: Source): readonly number[] {
  const lengths: number[] = [];
  const add = ({ start, end, body }: Spanned): void => {
    if (body !== null) lengths.push(lineAt(text, end) - lineAt(text, start) + 1);
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return lengths;
}

interface Spanned {
  readonly start: number;
  readonly end: number;
  readonly body: unknown;
}
