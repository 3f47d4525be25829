import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openProject } from "./world.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "programs/loaded-modules.ts");
const lock = parseJson(await readFile(new URL("../../package-lock.json", import.meta.url), "utf8"));

function objectAt(holder: unknown, key: string): JsonObject {
  const found = isJsonObject(holder) ? own(holder, key) : undefined;
  return isJsonObject(found) ? found : {};
}

/** Returns the packages that an installation of a workspace gets, as `npm ls --omit=dev` lists them. */
function installedWith(name: string): ReadonlySet<string> {
  const packages = objectAt(lock, "packages");
  const found = new Set<string>();
  const visit = (each: string): void => {
    if (found.has(each)) return;
    found.add(each);
    const entry = objectAt(packages, `node_modules/${each}`);
    // A workspace is a link to its folder.
    const place = own(entry, "link") === true ? own(entry, "resolved") : undefined;
    const held = typeof place === "string" ? objectAt(packages, place) : entry;
    for (const below of Object.keys(objectAt(held, "dependencies"))) visit(below);
  };
  visit(name);
  return found;
}

const ofAzure = /@azure|toolcourt\/azure/;

describe("the gateway without @toolcourt/azure", () => {
  it.each(["@toolcourt/gateway", "toolcourt"])("installs nothing of Azure: %s", (name) => {
    const installed = [...installedWith(name)];

    expect(installed).toContain("undici");
    expect(installed.filter((each) => ofAzure.test(each))).toEqual([]);
    expect([...installedWith("@toolcourt/azure")]).toContain("@azure/cosmos");
  });
});

describe("the gateway with the tools for Azure, and without Cosmos DB", () => {
  it("loads no module of Azure at its start", async () => {
    await using project = await openProject();

    const { stdout } = await run(execPath, [
      "--conditions=@toolcourt/source",
      program,
      project.folder.path,
    ]);

    const loaded = [...stdout.matchAll(/"([^"]+)"/g)].map(([, url = ""]) => url);
    expect(loaded.filter((url) => url.includes("/http-tools/operations/"))).not.toEqual([]);
    expect(loaded.filter((url) => /@azure|packages\/azure/.test(url))).toEqual([]);
  }, 60_000);
});
