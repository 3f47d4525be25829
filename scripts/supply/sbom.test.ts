import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolders } from "../packed/install.ts";
import { contents, readLockFile, shippedBy } from "./lock-file.ts";
import { sbomOf, sbomText } from "./sbom.ts";

const locked = readLockFile(resolve(import.meta.dirname, "../.."));

describe("sbomOf", () => {
  it.each(packageFolders)(
    "names everything that %s installs or contains, with digest and license",
    (name) => {
      const path = `packages/${name}`;
      const sbom = sbomOf(locked, path);

      const named = new Set(sbom.components.map((each) => `${each.name}@${each.version}`));
      const shipped = shippedBy(locked, path, contents).filter((each) => each.path !== path);
      const wanted = new Set(shipped.map((each) => `${each.name}@${each.entry.version}`));
      expect(named).toEqual(wanted);
      const bare = sbom.components.filter(
        (each) => each.licenses === undefined || (each.hashes ?? []).length !== 1,
      );
      expect(bare.filter((each) => !each.name.startsWith("@toolcourt/"))).toEqual([]);
    },
  );

  it("names what is inside the pages of the console, and only where they are", () => {
    const hasPreact = (name: string): boolean =>
      sbomOf(locked, `packages/${name}`).components.some(
        ({ purl }) => purl === `pkg:npm/preact@${locked["node_modules/preact"]?.version}`,
      );

    expect(["gateway", "toolcourt"].every(hasPreact)).toBe(true);
    expect(["sdk", "contracts"].some(hasPreact)).toBe(false);
    expect(shippedBy(locked, "packages/toolcourt").map(({ name }) => name)).not.toContain("preact");
  });

  it("refers only to components that it has", () => {
    const sbom = sbomOf(locked, "packages/toolcourt");
    const refs = new Set([sbom.metadata.component, ...sbom.components].map((e) => e["bom-ref"]));

    const targets = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(targets.filter((target) => !refs.has(target))).toEqual([]);
    expect(sbom.dependencies).toHaveLength(refs.size);
    expect([...refs]).toContain(
      "pkg:npm/%40toolcourt/gateway@" + (locked["packages/gateway"]?.version ?? ""),
    );
  });

  it("gives the same bytes for a lock file in another order", () => {
    const reversed = Object.fromEntries(Object.entries(locked).toReversed());
    const text = sbomText(sbomOf(locked, "packages/toolcourt"));
    expect(sbomText(sbomOf(reversed, "packages/toolcourt"))).toBe(text);
    expect(text).not.toMatch(/timestamp|serialNumber/);
  });
});
