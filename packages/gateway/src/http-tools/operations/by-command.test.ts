import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const token = "canary-token-0123456789abcdef";

const tools = `tools:
  - name: get-echo
    description: Returns what the API was sent, as far as it tells.
    get: /echo
    result: { headers: /headers }
    output:
      type: object
      properties: { headers: { type: object, description: What came., additionalProperties: { type: string } } }
      required: [headers]
      additionalProperties: false
`;

// Each command opens a whole gateway with a database.
describe("a token added by command", { timeout: 30_000 }, () => {
  it("is sent only to the target of an HTTP tool", async () => {
    await using api = await openFixtureApi();
    const origin = `http://127.0.0.1:${api.port}`;
    const config = {
      toolbox: { http: [{ name: "shop", tools: "tools.yaml", base: origin, connection: "shop" }] },
      egress: { allow: [{ origin, addresses: "loopback" }] },
    };
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify(config),
      "tools.yaml": tools,
    });
    const before = await run(["call", "get-echo"], { folder: folder.path });
    const adding = [
      "connections",
      "add",
      "shop",
      "--kind",
      "token",
      "--origin",
      origin,
      "--token",
      "-",
    ];
    const added = await run(adding, { folder: folder.path, input: token });
    const answered = await run(["call", "get-echo"], { folder: folder.path });
    const revoked = await run(["connections", "revoke", "shop"], { folder: folder.path });
    const after = await run(["call", "get-echo"], { folder: folder.path });

    expect(before.output).toContain("connection-missing");
    expect([added.code, answered.code, revoked.code]).toEqual([0, 0, 0]);
    expect(api.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
    expect(after.output).toContain("connection-revoked");
    const said = [before, added, answered, revoked, after].map(
      ({ output, errors }) => output + errors,
    );
    expect(said.join("\n")).not.toContain(token);
    expect(await textsBelow(folder.path)).not.toContain(token);
  });
});

/** Returns the text of every file below a folder, concatenated. */
async function textsBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}
