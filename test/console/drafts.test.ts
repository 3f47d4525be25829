import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, own } from "../../packages/sdk/src/index.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const document = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com" }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        summary: "Returns a pet by its id.",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 20 } },
        ],
        responses: {
          200: {
            description: "A pet.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { name: { type: "string", maxLength: 100 } },
                  required: ["name"],
                  additionalProperties: false,
                },
              },
            },
          },
        },
      },
    },
  },
};

function toolIn(body: JsonObject): JsonObject {
  const tool = own(body, "tool");
  return isJsonObject(tool) ? tool : {};
}

describe("a draft in the console", patience, () => {
  it("is listed, edited, approved by its digest, and rejected", async () => {
    const { folder, get, post } = await openServedConsole();
    await folder.write("pets.json", JSON.stringify(document));
    const place = { folder: folder.path };
    const imported = await run(["drafts", "import", "pets.json", "--into", "pets"], place);
    expect(imported.code).toBe(0);
    const listed = await get("drafts?state=pending&limit=100");
    const [, name = ""] = /"name":"([^"]+)"/.exec(listed.text) ?? [];
    const path = `drafts/pets/${encodeURIComponent(name)}`;
    const before = (await get(path)).body;
    const { operation = null } = before;

    const edited = await post(`${path}/edit`, {
      tool: { ...toolIn(before), description: "Returns the pet that has this id." },
      operation,
    });
    const after = (await get(path)).body;
    const stale = await post(`${path}/approve`, { digest: before["digest"] ?? null });
    const approved = await post(`${path}/approve`, { digest: after["digest"] ?? null });
    const rejected = await post(`${path}/reject`);
    const settled = await post(`${path}/reject`);

    expect(before).toMatchObject({
      state: "pending",
      provenance: { from: "pets.json", pointer: "/paths/~1pets~1{id}/get" },
      approvable: true,
    });
    expect(edited.body).toMatchObject({ changed: true });
    expect(stale.body).toMatchObject({ error: { code: "draft-differs" } });
    expect(approved.body).toMatchObject({ state: "approved", standing: "callable" });
    expect(rejected.body).toMatchObject({ state: "rejected", standing: "rejected" });
    expect(settled.body).toMatchObject({ error: { code: "draft-settled" } });
    expect(await get("drafts?state=pending")).toMatchObject({ body: { drafts: [] } });
  });
});
