import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";

/** The files of one checkout, by their paths from its root. */
export interface Checkout {
  readonly root: string;
  /** Every TypeScript file, also of components, tests included. */
  readonly sources: readonly string[];
  /** Every Markdown file. */
  readonly pages: readonly string[];
  readonly packages: readonly WorkspacePackage[];
}

export interface WorkspacePackage {
  /** The folder under `packages/`. */
  readonly folder: string;
  /** The name that other packages import. */
  readonly name: string;
  /** The source file behind each specifier that the package exports. */
  readonly entries: ReadonlyMap<string, string>;
  /** The folders directly in `src`, `testing` included: what a directory listing shows. */
  readonly folders: readonly string[];
}

const skipped = new Set(["node_modules", "dist", ".git", "coverage", ".cache", ".vitest"]);

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.unknown()).optional(),
});
const exportSchema = z.object({ "@toolcourt/source": z.string() });

export function readCheckout(root: string): Checkout {
  const files = filesUnder(root, "");
  const manifests = files.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));
  return {
    root,
    sources: files.filter((path) => /\.tsx?$/.test(path)),
    pages: files.filter((path) => path.endsWith(".md")),
    packages: manifests.map((path) => readPackage(root, path, files)),
  };
}

/** Whether a file is product code: it lies in a package's `src` and serves no test. */
export function isProduct(path: string): boolean {
  return (
    /^packages\/(?!testing\/)[^/]+\/src\//.test(path) &&
    !/\.test(-d)?\.ts$/.test(path) &&
    !/\/(?:testing|suites)\//.test(path)
  );
}

/** Whether a page is a reference: made by `npm run docs`, or the list of all configuration keys. */
export function isReference(path: string): boolean {
  return /^docs\/(?:rules\/[^/]+|rules|requirements|sdk|cli|errors|configuration)\.md$/.test(path);
}

function filesUnder(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return [path];
      return entry.isDirectory() && !skipped.has(entry.name) ? filesUnder(root, path) : [];
    });
}

function readPackage(root: string, path: string, files: readonly string[]): WorkspacePackage {
  const home = posix.dirname(path);
  const manifest: unknown = JSON.parse(readFileSync(join(root, path), "utf8"));
  const { name, exports = {} } = manifestSchema.parse(manifest);
  const entries = Object.entries(exports).flatMap(([key, value]): [string, string][] => {
    const entry = exportSchema.safeParse(value);
    if (!entry.success) return [];
    return [[posix.join(name, key), posix.join(home, entry.data["@toolcourt/source"])]];
  });
  const folders = files
    .filter((file) => file.startsWith(`${home}/src/`))
    .map((file) => file.split("/").slice(3))
    .flatMap(([folder, ...rest]) => (folder === undefined || rest.length === 0 ? [] : [folder]));
  return {
    folder: posix.basename(home),
    name,
    entries: new Map(entries),
    folders: [...new Set(folders)],
  };
}
