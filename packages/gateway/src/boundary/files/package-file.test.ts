import { sep } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { pathOfNamed } from "./package-file.ts";

const packed = JSON.stringify({ name: "@acme/cloud", exports: { "./tools.yaml": "./tools.yaml" } });

describe("pathOfNamed", () => {
  it.each(["tools.yaml", "./tools.yaml", "../a/tools.yaml", "/etc/tools.yaml", "@tools.yaml", "-"])(
    "leaves %s as it is",
    (file) => {
      expect(pathOfNamed(file, "/nowhere")).toBe(file);
    },
  );

  it("finds a file of a package that the project has installed", async () => {
    await using folder = await openFolder({
      "node_modules/@acme/cloud/package.json": packed,
      "node_modules/@acme/cloud/tools.yaml": "tools: []",
    });

    const path = pathOfNamed("@acme/cloud/tools.yaml", folder.path);

    expect(path.split(sep).slice(-4)).toEqual(["node_modules", "@acme", "cloud", "tools.yaml"]);
  });

  it("finds a file of a package beside the gateway", () => {
    expect(pathOfNamed("@toolcourt/sdk/package.json", "/nowhere")).toContain("package.json");
  });

  it.each(["@acme/cloud/tools.yaml", "@acme/cloud/../../secret", "@toolcourt/sdk/src/index.ts"])(
    "refuses %s with the command that installs the package",
    (file) => {
      const name = file.split("/", 2).join("/");
      expect(() => pathOfNamed(file, "/nowhere")).toThrow(`npm install ${name}`);
    },
  );
});
