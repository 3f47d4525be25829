import { describe, expect, it } from "vitest";
import { Redaction } from "../boundary/redaction/redaction.ts";
import { loadConfig } from "../config/load.ts";
import type { ServerConfig } from "../config/offering.ts";
import { withContextKey } from "./context-keys.ts";

function serversOf(...mcps: readonly object[]): readonly ServerConfig[] {
  const usual = { mode: "dynamic", default_tool_config: {} };
  const entries = mcps.map((each, index) => ({ ...usual, name: `server-${index}`, ...each }));
  const text = JSON.stringify({ toolbox: { mcps: entries } });
  return loadConfig(text, { file: "t.yaml", environment: {} }).toolbox.servers;
}

const program = { transport: "stdio", command: "teller", env: { A: "1" } };

describe("withContextKey", () => {
  it("gives each program that passes contexts its own secret key", () => {
    const redaction = new Redaction();
    let count = 0;
    const newId = (): string => `id-${(count += 1)}`;
    const passing = { ...program, pass_context: true };
    const [first, second] = serversOf(passing, passing).map((server) =>
      withContextKey(server, { newId, redaction }),
    );

    expect(first).toMatchObject({
      context: { key: "id-1-id-2" },
      transport: { env: { A: "1", TOOLCOURT_CONTEXT_KEY: "id-1-id-2" } },
    });
    expect(second).toMatchObject({ context: { key: "id-3-id-4" } });
    expect(redaction.registry.hide("got id-3-id-4").text).toBe("got ***");
  });

  it("leaves all other servers as they are", () => {
    const key = "k".repeat(32);
    const url = "http://127.0.0.1:1/mcp";
    const remote = { transport: "streamable_http", url, pass_context: true, context_key: key };
    const servers = serversOf(program, remote);
    const deps = { newId: () => "id", redaction: new Redaction() };
    const keyed = servers.map((server) => withContextKey(server, deps));

    expect(keyed).toEqual(servers);
    expect(keyed[0]).not.toHaveProperty("context");
    expect(keyed[1]).toMatchObject({ context: { key } });
  });
});
