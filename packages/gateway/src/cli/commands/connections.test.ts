import { describe, expect, it, onTestFinished } from "vitest";
import { type Folder, openFolder } from "../../testing/folder.ts";
import { type Ran, run } from "../../testing/terminal.ts";

const origin = ["--origin", "https://api.example.com"];
const token = "tok-canary-93f1c2d4e5";

async function setUp(config = "toolbox: {}\nstores: { url: 'sqlite:state.db' }"): Promise<Folder> {
  const folder = await openFolder({ "toolcourt.yaml": `${config}\n` });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

function connections({ path }: Folder, args: readonly string[], input = ""): Promise<Ran> {
  return run(["connections", ...args], { folder: path, input });
}

function addToken(folder: Folder, ...more: readonly string[]): Promise<Ran> {
  const kind = ["--kind", "token", "--token", "-"];
  return connections(folder, ["add", "crm", ...kind, ...origin, ...more], `${token}\n`);
}

// Each command opens a database, on machines that are busy with other tests.
describe("toolcourt connections add", { timeout: 20_000 }, () => {
  it("stores a token that no command shows again", async () => {
    const folder = await setUp();

    const added = await addToken(folder, "--level", "subscription=s1", "--tier", "cost");
    const listed = await connections(folder, ["list"]);
    const shown = await connections(folder, ["show", "crm", "--json"]);

    expect(added.errors).toBe("");
    expect(added).toMatchObject({ code: 0 });
    expect(listed.output).toMatch(/^crm {2}token {2}active {2}of local {2}/);
    expect(JSON.parse(shown.output)).toMatchObject({
      name: "crm",
      kind: "token",
      owner: "local",
      origins: ["https://api.example.com"],
      levels: { subscription: ["s1"] },
      tiers: ["cost"],
    });
    for (const { output, errors } of [added, listed, shown]) {
      expect(output + errors).not.toContain(token);
    }
  });
});
