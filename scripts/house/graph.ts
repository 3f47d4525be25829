import type { WorkspacePackage } from "./checkout.ts";
import { fileBehind, type Import, packageBehind } from "./imports.ts";

export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly Import[];
}

export interface Graph {
  /** Distinct arrows between top-level folders of the same package. Types count. */
  readonly folderArrows: number;
  /** The same, with each file directly in `src` as one more folder. */
  readonly folderAndFileArrows: number;
  readonly packageArrows: readonly string[];
  /** Groups of top-level folders or entry files that import each other in a circle. */
  readonly folderCycles: readonly (readonly string[])[];
  readonly packageCycles: readonly (readonly string[])[];
  readonly compositionRoots: readonly string[];
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The import graph of all product files: between folders of a package, and between packages. */
export function graphOf(
  files: readonly ImportingFile[],
  packages: readonly WorkspacePackage[],
): Graph {
  const units = unitArrows(files, packages);
  const between = packageArrows(files, packages);
  return {
    folderArrows: pairsOf(units).filter((pair) => pair.every((unit) => !unit.endsWith(".ts")))
      .length,
    folderAndFileArrows: pairsOf(units).length,
    packageArrows: pairsOf(between).map((pair) => pair.join(" -> ")),
    folderCycles: cyclesIn(units),
    packageCycles: cyclesIn(between),
    compositionRoots: compositionRoots(files, packages),
  };
}

/** `packages/gateway/src/calls/call.ts` is of `gateway/calls`, an entry file is a unit of its own. */
function unitOf(path: string): string {
  const [, folder = "", , ...rest] = path.split("/");
  return `${folder}/${rest[0] ?? ""}`;
}

function unitArrows(
  files: readonly ImportingFile[],
  packages: readonly WorkspacePackage[],
): Arrows {
  const known = new Set(files.map(({ path }) => path));
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const relative = imports.filter(({ specifier }) => specifier.startsWith("."));
    for (const { specifier } of relative) {
      const target = fileBehind(specifier, path, packages);
      if (target !== undefined && known.has(target)) add(arrows, unitOf(path), unitOf(target));
    }
  }
  return arrows;
}

function packageArrows(
  files: readonly ImportingFile[],
  packages: readonly WorkspacePackage[],
): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const own = path.split("/")[1] ?? "";
    for (const { specifier } of imports) {
      const target = packageBehind(specifier, packages);
      if (target !== undefined) add(arrows, own, target.folder);
    }
  }
  return arrows;
}

function add(arrows: Map<string, Set<string>>, from: string, to: string): void {
  if (from === to) return;
  const targets = arrows.get(from) ?? new Set();
  arrows.set(from, targets.add(to));
}

function pairsOf(arrows: Arrows): readonly (readonly [string, string])[] {
  return [...arrows].flatMap(([from, targets]) =>
    Array.from(targets, (to): [string, string] => [from, to]),
  );
}

/** Strongly connected components of more than one node: all that reach each other. */
function cyclesIn(arrows: Arrows): readonly (readonly string[])[] {
  const reached = new Map(Array.from(arrows.keys(), (node) => [node, reachableFrom(node, arrows)]));
  const groups = Array.from(reached, ([node, targets]) =>
    [...targets].filter((target) => reached.get(target)?.has(node)).toSorted(),
  );
  const distinct = new Map(groups.map((group) => [group.join(" "), group]));
  return [...distinct.values()].filter((group) => group.length > 1);
}

function reachableFrom(start: string, arrows: Arrows): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const target of arrows.get(node) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

/** The modules that open stores, the authority, connections or a gateway from its parts. */
const openers =
  /(?:stores\/\w+\/open-\w+-stores|\/open-authority|\/open-connections|compose\/open-gateway|gateway\/src\/gateway)\.ts$/;

/**
 * Composition roots: the folders, and files beside them, that import a value from an opener.
 * A lazy import counts too.
 */
function compositionRoots(
  files: readonly ImportingFile[],
  packages: readonly WorkspacePackage[],
): readonly string[] {
  const opens = ({ path, imports }: ImportingFile): boolean =>
    imports
      .filter(({ isType, isReexport }) => !isType && !isReexport)
      .some(({ specifier }) => openers.test(fileBehind(specifier, path, packages) ?? ""));
  const roots = files.filter(({ path }) => !path.includes("/stores/")).filter(opens);
  return [...new Set(roots.map(({ path }) => unitOf(path)))].toSorted();
}
