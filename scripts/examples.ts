import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Declaration, declarationsOf } from "./docs/declarations.ts";
import { entriesOf } from "./docs/sdk.ts";
import { run } from "./run.ts";

// Compiles the `@example` of every exported function and class as a program of a user. Fails for an
// export without one, and for an example that does not compile.

const root = resolve(import.meta.dirname, "..");
const folder = join(root, ".cache/examples");

const packages = globSync("packages/*/package.json", { cwd: root })
  .map((path) => join(root, dirname(path)))
  .toSorted();

interface Exported extends Declaration {
  readonly entry: string;
}

const exported: readonly Exported[] = packages
  .flatMap(entriesOf)
  .flatMap(({ specifier: entry, source }) =>
    declarationsOf(source).map((declaration) => ({ entry, ...declaration })),
  );
const missing = exported.filter(
  ({ kind, example }) => (kind === "function" || kind === "class") && example === undefined,
);
for (const { entry, name } of missing) console.log(`${entry}: ${name} has no @example`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const programs = exported.flatMap(({ entry, name, example }) => {
  if (example === undefined) return [];
  const file = `${entry.replace(/^@/, "").replaceAll("/", "-")}.${name}.ts`;
  return [{ file, text: `${importsFor(example, entry)}\n${example}\nexport {};\n` }];
});
for (const { file, text } of programs) writeFileSync(join(folder, file), text);
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings()));
const { code, output } = await run("tsc", ["-b", folder], root);
if (code !== 0) console.log(output);
console.log(`${programs.length} examples, ${missing.length} missing.`);
if (code !== 0 || missing.length > 0) process.exitCode = 1;

function settings(): object {
  return {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      incremental: false,
      declarationMap: false,
      noEmit: true,
      rootDir: root,
    },
    include: ["*.ts"],
    // The compiler reads the declarations of these projects in place of their sources.
    references: packages.map((path) => ({ path })),
  };
}

/** Returns imports of the public names that an example of an entry uses and does not declare. */
function importsFor(example: string, home: string): string {
  // Texts and remarks may contain names too.
  const plain = example.replaceAll(/"[^"\n]*"|\/\/.*/g, '""');
  const isFree = (name: string): boolean => usedIn(plain, name) && !declaredIn(plain).has(name);
  const lines = new Map<string, string>();
  const rank = ({ entry }: Exported): number => (entry === home ? 0 : 1);
  for (const { entry, name, kind } of exported.toSorted((a, b) => rank(a) - rank(b))) {
    if (lines.has(name) || !isFree(name)) continue;
    const isType = kind === "type" || kind === "interface";
    lines.set(name, `import ${isType ? "type " : ""}{ ${name} } from "${entry}";`);
  }
  if (isFree("z")) lines.set("z", 'import { z } from "zod";');
  return [...lines.values()].join("\n");
}

/** Tells whether a text has a name that is neither a member nor a key. */
function usedIn(plain: string, name: string): boolean {
  return new RegExp(String.raw`(?<!\w|(?<!\.)\.)${name}\b(?!:)`).test(plain);
}

function declaredIn(plain: string): ReadonlySet<string> {
  const declarations = plain.matchAll(/\b(?:import|const|function|class) (\w+|\{[^}]*\})/g);
  return new Set([...declarations].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []));
}
