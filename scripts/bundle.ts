import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { commandEntries, type Relocations, relocations, sdkEntries } from "./bundle/places.ts";

const root = resolve(import.meta.dirname, "..");

/**
 * The packages inside the command's bundle: our own, and plain calculation. What speaks to a
 * network, checks tokens or has native code stays outside, where `npm audit` and overrides reach it.
 * `@toolcourt/sdk` stays outside with Zod: a user's tools import the installed copies.
 */
const inside = [
  "@marcbachmann/cel-js",
  "@toolcourt/contracts",
  "@toolcourt/gateway",
  "@toolcourt/host",
  "ajv",
  "commander",
  "eslint-visitor-keys",
  "fast-deep-equal",
  "fast-uri",
  "json-schema-traverse",
  "lru-cache",
  "minisearch",
  "re2js",
  "stemmer",
  "temporal-polyfill",
  "temporal-utils",
  "toml-eslint-parser",
  "yaml",
];

/** Replaces the compiled modules of the SDK by one file per entry and the code they share. */
export async function bundleSdk(): Promise<void> {
  const dist = join(root, "packages/sdk/dist");
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (/\.js(?:\.map)?$/.test(path)) rmSync(join(dist, path));
  }
  await bundle(sdkEntries, { into: dist, isOutside: outsideOf([]), moves: relocations });
}

/**
 * Bundles the command into `dist/command`. Throws if an import is no dependency of the package, or a
 * dependency is no import.
 */
export async function bundleCommand(): Promise<void> {
  const dist = join(root, "packages/toolcourt/dist");
  for (const ending of ["js", "js.map", "d.ts", "d.ts.map"]) rmSync(join(dist, `bin.${ending}`));
  const folder = join(dist, "command");
  const plan = { into: folder, isOutside: outsideOf(inside), moves: relocations };
  const chunks = await bundle(commandEntries, plan);
  const imported = importedBy(chunks);
  refuseUndeclared(imported);
  refuseUnused([...imported, ...importedByLibrary(dist)]);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), licensesOf(chunks));
}

/** Where a bundle goes and what it leaves out. */
export interface BundlePlan {
  readonly into: string;
  readonly isOutside: (id: string) => boolean;
  readonly moves: Relocations;
}

function outsideOf(holds: readonly string[]): BundlePlan["isOutside"] {
  return (id) => !/^[./]/.test(id) && !holds.includes(packageOf(id));
}

/** Bundles entries, given by their paths from `packages`. Throws at any warning. */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  { into, isOutside, moves }: BundlePlan,
): Promise<readonly OutputChunk[]> {
  const pairs = Object.entries(entries);
  const made = await rolldown({
    input: Object.fromEntries(pairs.map(([name, path]) => [name, join(root, "packages", path)])),
    platform: "node",
    resolve: { conditionNames: ["@toolcourt/source", "node", "import", "default"] },
    external: isOutside,
    plugins: [relocate(moves), escape],
    // Paths of modules would differ between two checkouts.
    experimental: { attachDebugInfo: "none" },
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await made.write({
    dir: into,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // V8 keeps the text of every module in memory, and its comments with it.
    comments: false,
  });
  await made.close();
  return output.filter((each) => each.type === "chunk");
}

function relocate(moves: Relocations): Plugin {
  return {
    name: "relocate",
    transform(code, id) {
      const [, path] = /\/packages\/(\w+\/src\/.*)$/.exec(id) ?? [];
      if (path === undefined) return null;
      const changes = moves[path] ?? [];
      if (changes.length === 0 && code.includes("import.meta")) {
        throw new Error(`${path} uses import.meta: add it to the relocations of scripts/bundle.ts`);
      }
      return changes.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${path}: ${from} is not there once`);
        return text.replace(from, () => to);
      }, code);
    },
  };
}

/** One character beyond Latin-1 doubles the memory of a module's whole text. */
const escape: Plugin = {
  name: "escape",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk") file.code = escaped(file.code);
    }
  },
};

function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/g, escapeOf);
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function dependenciesOf(name: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, "packages", name, "package.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own manifest
  const { dependencies, optionalDependencies } = JSON.parse(text) as Manifest;
  return { ...dependencies, ...optionalDependencies };
}

/** Returns the packages that the bundle imports when it runs. */
function importedBy(chunks: readonly OutputChunk[]): readonly string[] {
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  return imported.filter((id) => !isBuiltin(id) && !files.has(id)).map(packageOf);
}

/** Returns the packages that the library export imports. It is not bundled. */
function importedByLibrary(dist: string): readonly string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && !/^command[\\/]/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(dist, path), "utf8").matchAll(/\b(?:from |import\()"([^."][^"]*)"/g),
    ])
    .map(([, id = ""]) => packageOf(id));
}

/** A dependency that nothing imports is installed and audited for nothing. */
function refuseUnused(imported: readonly string[]): void {
  const unused = Object.keys(dependenciesOf("toolcourt")).filter(
    (name) => !imported.includes(name),
  );
  if (unused.length === 0) return;
  throw new Error(`packages/toolcourt/package.json: remove ${unused.join(", ")}`);
}

/** A strict package manager resolves only what the package itself declares. */
function refuseUndeclared(outside: readonly string[]): void {
  const declared = dependenciesOf("toolcourt");
  const wanted = {
    ...dependenciesOf("contracts"),
    ...dependenciesOf("gateway"),
    ...dependenciesOf("host"),
  };
  const missing = [...new Set(outside)]
    .toSorted()
    .map((name) => [name, wanted[name] ?? declared[name]] as const)
    .filter(([name, version]) => version === undefined || version !== declared[name]);
  if (missing.length === 0) return;
  const rows = missing.map(([name, version]) => `"${name}": "${version}"`);
  throw new Error(`packages/toolcourt/package.json: add ${rows.join(", ")}`);
}

/** Returns the license of every package inside a bundle. By default each must have a file of it. */
export function licensesOf(
  chunks: readonly OutputChunk[],
  withoutFile: (folder: string) => string = refuseUnlicensed,
): string {
  const folders = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text =
      file === undefined ? withoutFile(folder) : readFileSync(join(folder, file), "utf8");
    return `${packageOf(folder.split("/node_modules/").at(-1) ?? "")}\n\n${text.trim()}\n`;
  });
  return texts.join("\n\n");
}

function refuseUnlicensed(folder: string): never {
  throw new Error(`${folder} has no license to publish`);
}

function packageOf(id: string): string {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}
