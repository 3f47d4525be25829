import { ImportProblem } from "./import-problem.ts";
import type { Operation } from "./operation.ts";
import type { Declared } from "./parameters.ts";

/** The parameters that are sent outside the body. Those of the path are exactly those of its template. */
export function inTemplate(
  { path, self, note }: Operation,
  declared: readonly Declared[],
): readonly Declared[] {
  const wanted = new Set(namesIn(path));
  const inPath = new Set(declared.filter(({ place }) => place === "path").map(({ name }) => name));
  if ([...wanted].some((name) => !inPath.has(name))) {
    throw new ImportProblem(self.pointer, "The path has a parameter that is not declared.");
  }
  return declared.filter(({ place, name, pointer }) => {
    if (place !== "path") return place === "query" || place === "header";
    if (!wanted.has(name))
      note({ pointer, message: "This parameter is left out: its path lacks it." });
    return wanted.has(name);
  });
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** The path without its fragment, which tells operations apart in a document and is never sent. */
export function withoutFragment(path: string): string {
  const [before = ""] = path.split("#", 1);
  return before;
}

/** Throws for a path that could lead elsewhere than it seems to. */
export function checkPath(path: string, pointer: string): void {
  if (path.length > longestPath) throw new ImportProblem(pointer, "The path is too long.");
  if (!path.startsWith("/")) throw new ImportProblem(pointer, "The path must start with a slash.");
  const fixed = path.replaceAll(/\{[^{}]+\}/g, "x");
  if (!plainPath.test(fixed)) {
    throw new ImportProblem(pointer, "The path has characters that a path cannot have.");
  }
  if (fixed.startsWith("//") || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(fixed)) {
    throw new ImportProblem(pointer, "The path leads out of its place.");
  }
}

const longestPath = 2_000;

/** RFC 3986, 3.3: no question mark and no number sign, which would start something else. */
const plainPath = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
