import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../packages/testing/src/terminal.ts";
import { openServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const canary = "canary-8d2a91c07be45f0c";

/** Returns the files of a folder that have a text in them. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_file, index) => found[index]);
}

describe("a connection in the console", patience, () => {
  it("takes a token that appears in no answer, no file and no log, and is revoked", async () => {
    const { serving, folder, get, post } = await openServedConsole();
    const place = { folder: folder.path, input: "the-first-token" };
    const flags = ["--kind", "token", "--origin", "https://api.example.com", "--token", "-"];
    const added = await run(["connections", "add", "crm", ...flags, "--json"], place);
    expect([added.code, added.errors]).toEqual([0, ""]);
    const [, id = ""] = /"id": ?"([^"]+)"/.exec(added.output) ?? [];

    const answers = [
      await get("connections"),
      await post(`connections/${id}/test`),
      await post(`connections/${id}/token`, { token: canary }),
      await post(`connections/${id}/token`, { token: canary, expiresAt: canary }),
      await post(`connections/${id}/token`, { token: `${canary}\n` }),
      await post(`connections/${id}/test`),
      await get(`connections/${id}`),
      await get("overview"),
      await post(`connections/${id}/revoke`),
      await post(`connections/${id}/token`, { token: canary }),
      await get("connections?state=revoked"),
    ];
    const byCommand = await run(["connections", "show", id, "--json"], place);

    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 400, 400, 200, 200, 200, 200, 409, 200,
    ]);
    expect(answers[0]?.body).toMatchObject({
      connections: [{ id, name: "crm", status: "active" }],
    });
    expect(answers[5]?.body).toEqual({ works: true });
    expect(answers[10]?.body).toMatchObject({ connections: [{ id, status: "revoked" }] });
    expect(JSON.parse(byCommand.output)).toMatchObject({ status: "revoked", version: 3 });
    const told = [...answers.map(({ text }) => text), ...serving.printed, byCommand.output];
    expect(told.filter((text) => text.includes(canary))).toEqual([]);
    expect(await filesWith(folder.path, canary)).toEqual([]);
  });

  it("of an unknown id looks like none", async () => {
    const { get } = await openServedConsole();

    expect(await get("connections/none")).toMatchObject({
      status: 404,
      body: { error: { code: "connection-unknown", next: "toolcourt connections list" } },
    });
  });
});
