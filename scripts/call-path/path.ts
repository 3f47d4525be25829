import { parseSync, Visitor } from "oxc-parser";

/** The coverage of one script, as V8 reports it by functions. */
export interface Covered {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

/** What a call entered. */
export interface Path {
  /** File and name of each function. */
  readonly functions: readonly string[];
  readonly files: number;
  /** How often a function waited for a promise. */
  readonly awaits: number;
}

/**
 * Counts the functions that ran once. V8 counts an async function again whenever it resumes, so
 * every further count is an await.
 */
export function pathOf(covered: readonly Covered[], textOf: (url: string) => string): Path {
  const entered = covered.flatMap(({ url, functions }) => {
    const asyncEnds = asyncEndsIn(url, textOf(url));
    return functions.flatMap(({ functionName, ranges: [whole] }) => {
      if (whole === undefined || whole.count === 0 || whole.startOffset === 0) return [];
      const resumed = asyncEnds.has(whole.endOffset) ? whole.count - 1 : 0;
      return [{ url, resumed, name: `${shown(url)} ${functionName}`.trim() }];
    });
  });
  return {
    functions: entered.map(({ name }) => name),
    files: new Set(entered.map(({ url }) => url)).size,
    awaits: entered.reduce((sum, { resumed }) => sum + resumed, 0),
  };
}

function shown(url: string): string {
  return url.slice(url.indexOf("/packages/") + "/packages/".length).replace("/src/", "/");
}

/** Returns where the async functions of a script end, by which V8's ranges are recognized. */
function asyncEndsIn(url: string, source: string): ReadonlySet<number> {
  const ends = new Set<number>();
  const note = (node: { readonly async: boolean; readonly end: number }): void => {
    if (node.async) ends.add(node.end);
  };
  const visitor = new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  });
  visitor.visit(parseSync(url, source).program);
  return ends;
}
