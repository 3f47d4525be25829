import { symlink } from "node:fs/promises";
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// Every command opens a store with its own thread, which is slow on a busy machine.
const patience = { timeout: 30_000 };

const subscription = {
  name: "subscriptionId",
  in: "path",
  required: true,
  type: "string",
  description: "The subscription.",
};

function documentOf(reference: string): string {
  return JSON.stringify({
    swagger: "2.0",
    info: { title: "Widgets", version: "2024-04-01" },
    host: "management.azure.com",
    paths: {
      "/subscriptions/{subscriptionId}/widgets": {
        get: {
          operationId: "list_widgets",
          description: "Lists the widgets of one subscription.",
          parameters: [{ $ref: `${reference}#/parameters/SubscriptionId` }],
          responses: { 200: { description: "Done.", schema: { type: "object" } } },
        },
      },
    },
  });
}

const types = JSON.stringify({ parameters: { SubscriptionId: subscription } });

async function home(files: Readonly<Record<string, string>>): Promise<Folder> {
  const set = { name: "cloud", drafts: true, profile: ["cloud-discovery"], connection: "argument" };
  const toolbox: JsonObject = { http: [set] };
  const egress: JsonObject = { gateway: { url: "https://gateway.test/azure" } };
  return openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox, egress }), ...files });
}

function importInto(folder: Folder, set: string, ...more: readonly string[]): Promise<Ran> {
  const args = ["drafts", "import", "specs/widgets.json", "--into", set, ...more];
  return run(args, { folder: folder.path });
}

describe("toolcourt drafts import of a Resource Manager document", patience, () => {
  it("reads files beside the document, and adds the fields of discovery", async () => {
    await using folder = await home({
      "specs/widgets.json": documentOf("../../../common-types/v5/types.json"),
      "specs/common-types/v5/types.json": types,
    });

    const imported = await importInto(folder, "cloud", "--tier", "inventory");
    const again = await importInto(folder, "cloud", "--tier", "inventory");
    const shown = await run(["drafts", "show", "list_widgets", "--json"], { folder: folder.path });

    expect(imported).toMatchObject({ code: 0 });
    expect(imported.output).toContain("common-types/v5/types.json");
    expect(again.output).toContain("0 new, 0 changed and pending again, 1 as before");
    expect(parseJson(shown.output)).toMatchObject({
      tool: {
        inputSchema: { properties: { scope: { required: ["tenantId", "subscriptionId"] } } },
      },
      operation: { discovery: { stage: "inventory" }, connection: { tier: "/tier" } },
    });
  });

  it("reads no file outside the folder of the document", async () => {
    await using folder = await home({
      "specs/widgets.json": documentOf("../types.json"),
      "types.json": types,
    });
    const outside = await importInto(folder, "shop");
    await symlink(`${folder.path}/types.json`, `${folder.path}/specs/types.json`);
    const linked = await importInto(folder, "shop");

    for (const { output } of [outside, linked]) {
      expect(output).toContain("Imported 0 drafts into shop");
      expect(output).toContain("The reference leads out of the document.");
    }
  });

  it("needs a tier for a set of discovery, and for no other", async () => {
    await using folder = await home({ "specs/widgets.json": documentOf("types.json") });

    const without = await importInto(folder, "cloud");
    const needless = await importInto(folder, "shop", "--tier", "cost");

    expect(without).toMatchObject({ code: 2, output: "" });
    expect(without.errors).toContain("cloud is a set for discovery: name the tier of its tools");
    expect(needless).toMatchObject({ code: 2, output: "" });
    expect(needless.errors).toContain("--tier is for sets with the profile cloud-discovery");
  });
});
