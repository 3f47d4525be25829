import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { readCheckout } from "../house/checkout.ts";
import { fileBehind, importsOf } from "../house/imports.ts";
import { readSource, type Source } from "../house/source.ts";
import { titlesIn } from "./find-titles.ts";
import type { Evidence } from "./judge-rows.ts";

/** Returns what a checkout has. Every file is parsed once, when a row first needs it. */
export function evidenceIn(root: string): Evidence {
  const { packages, sources } = readCheckout(root);
  const known = new Set(sources);
  const parsed = memoized((path) => readSource(root, path));
  const loaded = memoized((path) => loadedBy(parsed(path)).filter((file) => known.has(file)));
  const titles = memoized((path) => titlesIn(parsed(path)));
  const closure = memoized((path) => closureOf(path, loaded));

  function loadedBy(source: Source): readonly string[] {
    const imported = importsOf(source)
      .filter(({ isType }) => !isType)
      .map(({ specifier }) => helperOf(specifier) ?? fileBehind(specifier, source.path, packages));
    return [...imported, ...programsOf(source)].filter((path) => path !== undefined);
  }

  return {
    hasFile: (path) => existsSync(join(root, path)),
    titlesIn: (file) => (known.has(file) ? titles(file) : undefined),
    reaches: (testFile, code) =>
      known.has(testFile) &&
      (closure(testFile).has(code) || parsed(testFile).text.includes(posix.basename(code))),
  };
}

/** The file behind a specifier of the testing package, which exports every file of its own. */
function helperOf(specifier: string): string | undefined {
  const [, name] = /^@toolcourt\/testing\/(.+)$/.exec(specifier) ?? [];
  return name === undefined ? undefined : `packages/testing/src/${name}.ts`;
}

/** What `bin/toolcourt.js` loads in a checkout. */
const command = "packages/toolcourt/src/bin.ts";

/** The programs that a test starts, which it names by their paths. */
function programsOf({ path, text }: Source): readonly string[] {
  const named = text.matchAll(/"((?:\.{1,2}\/)*[\w-]+\/[\w/-]+\.ts)"/g);
  const programs = Array.from(named, ([, program = ""]) =>
    posix.join(posix.dirname(path), program),
  );
  return /\bbin\b.*\btoolcourt\.js"/.test(text) ? [...programs, command] : programs;
}

function memoized<Value>(make: (path: string) => Value): (path: string) => Value {
  const made = new Map<string, Value>();
  return (path) => {
    const value = made.get(path) ?? make(path);
    made.set(path, value);
    return value;
  };
}

function closureOf(
  start: string,
  loaded: (path: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set yields what is added while it is walked.
  for (const path of reached) for (const next of loaded(path)) reached.add(next);
  return reached;
}
