import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().default(false) }))
    .default({}),
});
const lockFile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), entry),
});

/** One entry of `package-lock.json`. */
export type LockEntry = z.output<typeof entry>;

/** The entries by their paths, such as `node_modules/a/node_modules/b` and `packages/sdk`. */
export type LockedPackages = Readonly<Record<string, LockEntry>>;

/** Reads the lock file of a checkout. Throws if npm wrote another version of the format. */
export function readLockFile(root: string): LockedPackages {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  return lockFile.parse(JSON.parse(text)).packages;
}

/** Licenses that a package states in its README and not in its manifest. */
const statedElsewhere: Readonly<Record<string, string>> = { "semaphore 1.1.0": "MIT" };

/** A package as npm installs it. */
export interface Shipped {
  readonly path: string;
  readonly name: string;
  /** An SPDX expression. Unset if the package states none. */
  readonly license: string | undefined;
  readonly entry: LockEntry;
  /** The paths of what it depends on. */
  readonly dependsOn: readonly string[];
}

/** By the path of a package, that of a private one whose dependencies are inside its files. */
export type Contents = Readonly<Record<string, string>>;

/** The build puts the pages of the console into the gateway's package. */
export const contents: Contents = { "packages/gateway": "packages/console" };

/**
 * Returns a package and everything that npm installs with it, sorted by path. With `inside`, also
 * what the packages contain.
 */
export function shippedBy(
  packages: LockedPackages,
  start: string,
  inside: Contents = {},
): readonly Shipped[] {
  const found = new Map<string, Shipped>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const at = packages[path];
    if (found.has(path) || at === undefined) continue;
    const dependsOn = [...dependenciesOf(packages, path), ...containedIn(packages, inside[path])];
    const name = nameOf(path, at);
    const license = at.license ?? statedElsewhere[`${name} ${at.version ?? ""}`];
    found.set(path, {
      path,
      name,
      license,
      entry: at,
      dependsOn: [...new Set(dependsOn)].toSorted(),
    });
    waiting.push(...dependsOn);
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function dependenciesOf(packages: LockedPackages, path: string): readonly string[] {
  const at = packages[path];
  if (at === undefined) return [];
  return wantedBy(at).flatMap((wanted) => resolved(packages, path, wanted));
}

/** Our own packages inside are those that a build made the files of. */
function containedIn(packages: LockedPackages, path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return dependenciesOf(packages, path).filter((each) => each.includes("node_modules/"));
}

/** Returns the name on npm. The lock file states it only where the folder has another one. */
function nameOf(path: string, { name }: LockEntry): string {
  return name ?? path.split("node_modules/").at(-1) ?? path;
}

interface Wanted {
  readonly name: string;
  readonly required: boolean;
}

function wantedBy(at: LockEntry): readonly Wanted[] {
  const peers = Object.keys(at.peerDependencies).filter(
    (name) => at.peerDependenciesMeta[name]?.optional !== true,
  );
  return [
    ...[...Object.keys(at.dependencies), ...peers].map((name) => ({
      name,
      required: !(name in at.optionalDependencies),
    })),
    ...Object.keys(at.optionalDependencies).map((name) => ({ name, required: false })),
  ];
}

/** Looks a dependency up as Node does: in the folder itself, then in each folder above. */
function resolved(
  packages: LockedPackages,
  from: string,
  { name, required }: Wanted,
): readonly string[] {
  for (let folder: string | undefined = from; folder !== undefined; folder = above(folder)) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const at = packages[path];
    if (at !== undefined) return [at.link ? (at.resolved ?? path) : path];
  }
  if (!required) return [];
  throw new Error(`package-lock.json: ${from} needs ${name}, which is not there. Run: npm install`);
}

function above(folder: string): string | undefined {
  if (folder === "") return undefined;
  const cut = folder.lastIndexOf("/node_modules/");
  return cut === -1 ? "" : folder.slice(0, cut);
}
