import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Comment, type EcmaScriptModule, type Program, parseSync } from "oxc-parser";

/** One parsed TypeScript file. */
export interface Source {
  /** From the root of the checkout. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly module: EcmaScriptModule;
}

export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  // Without nodes for parentheses, `() => ({ … })` has an object literal as its body.
  const { program, comments, module } = parseSync(path, text, { preserveParens: false });
  return { path, text, program, comments, module };
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}
