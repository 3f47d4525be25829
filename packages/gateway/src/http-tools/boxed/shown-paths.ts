import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isWithin, realPlace } from "../../upstreams/stdio/paths.ts";
import { type ShownPaths, systemFolders } from "./box-script.ts";

/**
 * Returns what a module needs to be loaded: its own folder, and the packages that it may import
 * from there. Packages that are linked from elsewhere count as well.
 */
export async function pathsShownTo(file: string): Promise<ShownPaths> {
  const own = dirname(file);
  const above = [...ancestors(own)];
  const packages = await existing(above.map((folder) => join(folder, "node_modules")));
  const linked = (await Promise.all(packages.map(linkedFrom))).flat();
  const folders = outermost([own, ...packages, ...linked]);
  const manifests = await existing(above.map((folder) => join(folder, "package.json")));
  return {
    folders,
    copies: manifests.filter((manifest) => !folders.some((folder) => isWithin(folder, manifest))),
  };
}

/** Reports where a box shows a path, after its links: among the system's libraries, or elsewhere. */
export async function whereShown(
  path: string,
  { folders, copies }: ShownPaths,
): Promise<"library" | "module" | undefined> {
  const real = await realPlace(path);
  if (folders.some((folder) => isWithin(folder, real)) || copies.includes(real)) return "module";
  const libraries = await Promise.all(systemFolders.map(realPlace));
  return libraries.some((folder) => isWithin(folder, real)) ? "library" : undefined;
}

function* ancestors(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* ancestors(parent);
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Returns the folders of packages that are links. Those of a scope lie one level deeper. */
async function linkedFrom(packages: string): Promise<readonly string[]> {
  const entries = await readdir(packages, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(packages, entry.name);
    if (entry.isSymbolicLink()) return realpath(path).catch(() => path);
    return entry.isDirectory() && entry.name.startsWith("@") ? linkedFrom(path) : [];
  });
  return (await Promise.all(found)).flat();
}

/** Leaves out folders that lie in another one. */
function outermost(folders: readonly string[]): readonly string[] {
  const sorted = [...new Set(folders)].toSorted((one, other) => one.length - other.length);
  return sorted.reduce<readonly string[]>(
    (kept, folder) => (kept.some((each) => isWithin(each, folder)) ? kept : [...kept, folder]),
    [],
  );
}
