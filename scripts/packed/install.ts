import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Ran, run } from "../run.ts";

const root = resolve(import.meta.dirname, "../..");

/** The published packages: the folder in `packages`, and the name on npm. */
export const published = {
  sdk: "@toolcourt/sdk",
  contracts: "@toolcourt/contracts",
  gateway: "@toolcourt/gateway",
  host: "@toolcourt/host",
  workflows: "@toolcourt/workflows",
  azure: "@toolcourt/azure",
  toolcourt: "toolcourt",
} as const;

export type PackageFolder = keyof typeof published;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are its keys
export const packageFolders = Object.keys(published) as readonly PackageFolder[];

/** Packs a built package into a folder of its own. */
export function pack(name: PackageFolder, into: string, checkout = root): Promise<Ran> {
  const folder = join(into, name);
  mkdirSync(folder, { recursive: true });
  return run("npm", ["pack", "--pack-destination", folder], join(checkout, "packages", name));
}

/** Returns the file that `pack` wrote. */
export function tarballOf(name: PackageFolder, packed: string): string {
  return join(packed, name, readdirSync(join(packed, name))[0] ?? "");
}

/**
 * Installs one packed package into an empty project. The tarballs of the others only replace what a
 * package declares, so a missing dependency is missing here too.
 */
export function installAlone(name: PackageFolder, packed: string, project: string): Promise<Ran> {
  const others = packageFolders.filter(
    (other) => other !== name && existsSync(join(packed, other)),
  );
  const fileOf = (each: PackageFolder): string => `file:${tarballOf(each, packed)}`;
  const manifest = {
    name: "empty",
    private: true,
    type: "module",
    dependencies: { [published[name]]: fileOf(name) },
    overrides: Object.fromEntries(others.map((other) => [published[other], fileOf(other)])),
  };
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  return run("npm", ["install", "--prefer-offline", ...quiet], project);
}

/** Returns the names of all installed packages of a project. */
export function installedIn(project: string): readonly string[] {
  const text = readFileSync(join(project, "node_modules/.package-lock.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm wrote it
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, unknown>> };
  const paths = Object.keys(packages).map((path) => path.split("node_modules/").at(-1) ?? "");
  return [...new Set(paths)].toSorted();
}
