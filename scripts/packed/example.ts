import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The example of a package's README. */
export interface Example {
  /** The TypeScript program. */
  readonly program: string;
  /** The files that the program expects beside it, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** What the shown command prints. Empty if the page shows none. */
  readonly printed: string;
}

/** Reads the example of a package from the code blocks of its README. */
export function readExample(name: string): Example {
  const text = readFileSync(join(root, "packages", name, "README.md"), "utf8");
  const blockIn = (language: string): string =>
    [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].find(([, found]) => found === language)?.[2] ??
    "";
  const files = { "toolcourt.yaml": blockIn("yaml"), "tools.json": blockIn("json") };
  return {
    program: blockIn("ts"),
    files: Object.fromEntries(Object.entries(files).filter(([, content]) => content !== "")),
    printed: blockIn(""),
  };
}
