import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

// SECURITY 3, case 47: a draft is listed and called only in its approved form.

// Starts the whole gateway. Commands beside it open the same store, and a decision takes seconds to
// be noticed.
const patience = { timeout: 60_000 };

const documentFor = (origin: string, description: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: origin }],
    paths: {
      "/pets": {
        get: {
          operationId: "list_pets",
          description,
          responses: {
            200: {
              description: "The pets.",
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["names"],
                    properties: {
                      names: { type: "array", items: { type: "string" }, description: "Names." },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });

const first = "Lists the names of all pets that the shop has.";
const second = "Lists the names of all pets that the shop ever had.";

/** Opens a target that counts its calls. */
async function openPets() {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(200, { "content-type": "application/json" }).end('{"names":["Rex"]}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls: () => calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function openHome(origin: string): Promise<Folder> {
  const config = {
    toolbox: { http: [{ name: "shop", drafts: true }] },
    egress: { allow: [{ origin, methods: ["GET"], addresses: "loopback" }] },
  };
  return openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    "pets.json": documentFor(origin, first),
  });
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

describe("a draft of a running gateway", patience, () => {
  it("is listed and called only in its approved form", async () => {
    await using pets = await openPets();
    await using folder = await openHome(pets.origin);
    await using serving = await openServing(folder.path);
    const drafts = (...args: readonly string[]): Promise<Ran> =>
      run(["drafts", ...args], { folder: folder.path });
    const say = async (method: string, params: JsonObject): Promise<string> => {
      const request = spoken(method, params, { era: "modern", lane: "fast" });
      return (await fetch(serving.url, request)).text();
    };
    const call = (name: string): Promise<string> => say("tools/call", { name, arguments: {} });
    const approve = async (): Promise<Ran> => {
      const shown = await drafts("show", "shop/list_pets");
      const digest = /^Digest: +([0-9a-f]{64})$/m.exec(shown.output)?.[1] ?? "";
      return drafts("approve", "shop/list_pets", "--digest", digest);
    };
    const becomes = async (what: string): Promise<void> => {
      await expect.poll(() => call("list_pets"), { timeout: 15_000 }).toContain(what);
    };

    expect(await call("list_pets")).toContain("tool-unknown");
    await drafts("import", "pets.json", "--into", "shop");
    await becomes("draft-pending");
    expect(await call("shop__list_pets")).toContain("draft-pending");
    expect(await say("tools/list", {})).not.toContain("list_pets");
    expect(pets.calls()).toBe(0);

    expect((await approve()).code).toBe(0);
    await becomes("Rex");
    expect(await say("tools/list", {})).toContain("list_pets");

    // Imported again with another description.
    await folder.write("pets.json", documentFor(pets.origin, second));
    await drafts("import", "pets.json", "--into", "shop");
    await becomes("draft-changed");
    const before = pets.calls();
    expect(await say("tools/list", {})).not.toContain("list_pets");
    expect((await approve()).code).toBe(0);
    await becomes("Rex");
    expect(await say("tools/list", {})).toContain("ever had");

    // Edited by hand to go elsewhere, with the same description.
    const shown = await drafts("show", "shop/list_pets", "--json");
    const { tool, operation } = objectIn(shown.output);
    const elsewhere = { ...objectIn(JSON.stringify(operation)), path: "/others" };
    await folder.write("edited.json", JSON.stringify({ tool, operation: elsewhere }));
    await drafts("edit", "shop/list_pets", "--file", "edited.json");
    await becomes("draft-changed");
    expect(await say("tools/list", {})).not.toContain("list_pets");

    await drafts("reject", "shop/list_pets");
    await becomes("draft-rejected");
    const after = pets.calls();
    expect(await call("shop__list_pets")).toContain("draft-rejected");
    expect(await say("tools/list", {})).not.toContain("list_pets");
    expect([pets.calls(), after > before]).toEqual([after, true]);
    expect(await folder.read("toolcourt.lock")).toContain("approved-draft");
    expect(serving.printed.join("\n")).not.toContain("drift");
  });
});
