import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readLockFile, shippedBy } from "../supply/lock-file.ts";
import { sbomOf } from "../supply/sbom.ts";
import { addedModules, bundleConsole, licensesInside } from "./build-console.ts";

const root = resolve(import.meta.dirname, "../..");
const locked = readLockFile(root);
const ownCode = /\/packages\/(?:console|sdk|contracts|gateway)\/(?:src|index\.html)/;

describe("the pages of the console", () => {
  it("contain what the bill of materials and the licenses name, and nothing else", async () => {
    const chunks = await bundleConsole(false);
    const modules = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))];
    const inside = new Set(modules.flatMap(packageOf));
    const wanted = shippedBy(locked, "packages/console").map(({ path }) => path);
    const declared = wanted.filter((path) => isOfConsole(path));
    const { components } = sbomOf(locked, "packages/gateway");
    const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const titles = licensesInside(chunks).split("\n");

    // A module without a path is code of the build. It needs a license as well.
    expect(modules.filter((id) => !isKnown(id))).toEqual([]);
    expect([...inside].toSorted()).toEqual(declared.map(nameIn).toSorted());
    expect([...inside].map(versioned).filter((each) => !named.has(each))).toEqual([]);
    expect([...inside, "vite", "rolldown"].filter((name) => !titles.includes(name))).toEqual([]);
  }, 30_000);
});

function isKnown(id: string): boolean {
  return addedModules.has(id) || ownCode.test(id) || packageOf(id).length > 0;
}

function packageOf(id: string): readonly string[] {
  const name = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return name === undefined ? [] : [name];
}

/** What the gateway installs too is no package of the pages. */
function isOfConsole(path: string): boolean {
  const installed = shippedBy(locked, "packages/gateway").map((each) => each.path);
  return path.startsWith("node_modules/") && !installed.includes(path);
}

function nameIn(path: string): string {
  return path.replace("node_modules/", "");
}

function versioned(name: string): string {
  return `${name}@${locked[`node_modules/${name}`]?.version ?? ""}`;
}
