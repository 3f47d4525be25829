import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { flawsOfLicenses, flawsOfLock } from "./flaws.ts";
import { shippedByAll } from "./licenses.ts";
import { type LockEntry, type LockedPackages, readLockFile, shippedBy } from "./lock-file.ts";

const locked = readLockFile(resolve(import.meta.dirname, "../.."));
const good = `sha512-${Buffer.alloc(64).toString("base64")}`;

function entry(differences: Partial<LockEntry> = {}): LockEntry {
  return {
    version: "1.0.0",
    integrity: good,
    license: "MIT",
    link: false,
    hasInstallScript: false,
    dependencies: {},
    devDependencies: {},
    optionalDependencies: {},
    peerDependencies: {},
    peerDependenciesMeta: {},
    ...differences,
  };
}

function flawsWith(differences: Partial<LockEntry>): string {
  return flawsOfLock({ "node_modules/a": entry(differences) }).join("\n");
}

describe("flawsOfLock", () => {
  it("finds none in our lock file", () => {
    expect(Object.keys(locked).length).toBeGreaterThan(300);
    expect(flawsOfLock(locked)).toEqual([]);
    expect(flawsOfLicenses(shippedByAll(locked))).toEqual([]);
  });

  it.each<[string, Partial<LockEntry>, string]>([
    ["no digest", { integrity: undefined }, "expected an integrity of sha512, got undefined"],
    ["an older digest", { integrity: "sha1-AAAA" }, "got sha1-AAAA"],
    ["a truncated digest", { integrity: good.slice(0, 40) }, "expected an integrity of sha512"],
    ["a host", { resolved: "https://registry.example.com/a.tgz" }, "names a host"],
    ["an install script", { hasInstallScript: true }, "runs a script when it is installed"],
    ["no version", { version: undefined }, "expected an exact version, got undefined"],
    [
      "a link out of the packages",
      { link: true, resolved: "../other" },
      "a link leads to ../other",
    ],
  ])("refuses %s and names the entry", (_, differences, expected) => {
    expect(flawsWith(differences)).toContain("package-lock.json node_modules/a: ");
    expect(flawsWith(differences)).toContain(expected);
  });

  it("refuses a range in a manifest of ours", () => {
    const packages = { "packages/sdk": entry({ dependencies: { zod: "^4.0.0" } }) };
    expect(flawsOfLock(packages).join()).toContain("an exact version of zod, not ^4.0.0");
  });
});

describe("flawsOfLicenses", () => {
  const packages: LockedPackages = {
    "packages/sdk": entry({ dependencies: { a: "1.0.0" } }),
    "node_modules/a": entry({ dependencies: { b: "^1.0.0" } }),
    "node_modules/b": entry({ license: "GPL-3.0-only" }),
    "node_modules/a/node_modules/b": entry({ license: "MIT" }),
    "node_modules/c": entry({ license: "AGPL-3.0-only" }),
  };

  it("judges the copy that is installed, and nothing that is not shipped", () => {
    expect(flawsOfLicenses(shippedBy(packages, "packages/sdk"))).toEqual([]);
  });

  it("refuses copyleft behind a dependency of a dependency", () => {
    const { "node_modules/a/node_modules/b": _, ...flat } = packages;
    expect(flawsOfLicenses(shippedBy(flat, "packages/sdk")).join()).toContain(
      "b: its license is GPL-3.0-only",
    );
  });

  it("refuses to judge a lock file that lacks a dependency", () => {
    const lone = { "packages/sdk": entry({ dependencies: { a: "1.0.0" } }) };
    expect(() => shippedBy(lone, "packages/sdk")).toThrow("packages/sdk needs a");
  });
});
