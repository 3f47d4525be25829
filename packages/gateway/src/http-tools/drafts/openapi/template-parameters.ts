import { namesIn } from "../path-template.ts";
import { ImportProblem } from "./import-problem.ts";
import type { Operation } from "./operation.ts";
import type { Declared } from "./parameters.ts";

/** Returns the parameters outside the body. Path parameters must match the template exactly. */
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

/** Removes the fragment, which only distinguishes operations in a document and is never sent. */
export function withoutFragment(path: string): string {
  const [before = ""] = path.split("#", 1);
  return before;
}
