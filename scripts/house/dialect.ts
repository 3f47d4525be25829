import { type CallExpression, type Expression, type Span, Visitor } from "oxc-parser";
import { lineAt, type Source } from "./source.ts";

/** One word of the private dialect, where it stands. */
export interface DialectWord {
  readonly path: string;
  readonly line: number;
  readonly place: "comment" | "title" | "docs";
  readonly word: string;
  /** The whole line, trimmed. */
  readonly text: string;
}

/** Subjects that name no thing of the code. */
const dialect = /\b(?:whoever|nobody|somebody)\b/gi;

/** The words in the comments of a file, and in the titles of its tests. */
export function dialectInSource(source: Source): readonly DialectWord[] {
  const { path, text, comments } = source;
  const lines = text.split("\n");
  const within = ({ start, end }: Span, place: DialectWord["place"]): readonly DialectWord[] =>
    Array.from(text.slice(start, end).matchAll(dialect), ({ 0: word, index }) => {
      const line = lineAt(text, start + index);
      return { path, line, place, word, text: lines[line - 1]?.trim() ?? "" };
    });
  return [
    ...comments.flatMap((comment) => within(comment, "comment")),
    ...titlesIn(source).flatMap((title) => within(title, "title")),
  ];
}

/** The words in a page, code blocks included: comments in examples are prose as well. */
export function dialectInPage(path: string, page: string): readonly DialectWord[] {
  return page.split("\n").flatMap((text, index) =>
    Array.from(text.matchAll(dialect), ({ 0: word }): DialectWord => {
      return { path, line: index + 1, place: "docs", word, text: text.trim() };
    }),
  );
}

/** First arguments of `describe`, `it` and `test`, also of `it.each(…)(…)`, that are texts. */
function titlesIn({ program }: Source): readonly Expression[] {
  const titles: Expression[] = [];
  new Visitor({
    CallExpression: (call) => {
      const [title] = call.arguments;
      if (title === undefined || !isText(title) || !isTestCall(call)) return;
      titles.push(title);
    },
  }).visit(program);
  return titles;
}

function isText(argument: CallExpression["arguments"][number]): argument is Expression {
  return (
    argument.type === "TemplateLiteral" ||
    (argument.type === "Literal" && typeof argument.value === "string")
  );
}

const testFunctions = new Set(["describe", "it", "test"]);

function isTestCall({ callee }: CallExpression): boolean {
  let root: Expression = callee;
  for (let inner: Expression | undefined = root; inner !== undefined; inner = innerOf(root)) {
    root = inner;
  }
  return root.type === "Identifier" && testFunctions.has(root.name);
}

/** The expression that a call or a member access starts from. */
function innerOf(expression: Expression): Expression | undefined {
  if (expression.type === "CallExpression") return expression.callee;
  if (expression.type === "TaggedTemplateExpression") return expression.tag;
  return expression.type === "MemberExpression" ? expression.object : undefined;
}
