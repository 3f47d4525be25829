import { describe, expect, it } from "vitest";
import { type ClientSetup, clientSetups } from "./client-setups.ts";
import { type ClientName, clientNames } from "./clients.ts";

const local = { url: "http://127.0.0.1:7420/mcp", asksForKey: false };
const beyond = { url: "https://tools.example.com/mcp/support", asksForKey: true };

function setup(client: ClientName, address: typeof local): ClientSetup {
  const found = clientSetups(address).find((each) => each.client === client);
  if (found === undefined) throw new Error(`There is no ${client}.`);
  return found;
}

describe("clientSetups", () => {
  it("has every client that connect knows", () => {
    expect(clientSetups(local).map(({ client }) => client)).toEqual(clientNames);
  });

  it("writes the file that connect would write", () => {
    const { command, entry } = setup("cursor", local);

    expect(command).toBe("npx toolcourt connect cursor");
    expect(entry?.file).toMatch(/^\.cursor.mcp\.json$/);
    expect(JSON.parse(entry?.text ?? "")).toEqual({
      mcpServers: { toolcourt: { url: local.url } },
    });
  });

  it("writes TOML for Codex", () => {
    expect(setup("codex", beyond).entry?.text).toBe(
      `[mcp_servers.toolcourt]\nurl = "${beyond.url}"\nbearer_token_env_var = "TOOLCOURT_KEY"\n`,
    );
  });

  it("names the address and the variable where the configuration may be elsewhere", () => {
    const { command, entry } = setup("claude-code", beyond);

    expect(command).toBe(
      `npx toolcourt connect claude-code --url ${beyond.url} --token-env TOOLCOURT_KEY`,
    );
    expect(entry?.text).toContain("Bearer ${TOOLCOURT_KEY}");
  });

  it("has no entry for a client that takes no address, or no variable for its key", () => {
    expect(setup("claude-desktop", local)).toMatchObject({
      command: "npx toolcourt connect claude-desktop",
      entry: undefined,
    });
    expect(setup("zed", beyond)).toMatchObject({
      command: "npx toolcourt connect zed --stdio",
      entry: undefined,
    });
    expect(setup("zed", local).entry?.text).toContain(local.url);
  });
});
