import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

function load(server: object): ReturnType<typeof loadConfig> {
  const text = JSON.stringify({ toolbox: {}, server, console: { enabled: true } });
  return loadConfig(text, { file: "toolcourt.yaml", environment: {} });
}

const keys = [{ name: "ada", sha256: "a".repeat(64) }];

describe("the console", () => {
  it.each([
    ["on this machine", {}],
    ["beyond it over https", { host: "0.0.0.0", auth: { resource: "https://x.example", keys } }],
    ["on this machine over http", { auth: { resource: "http://localhost:7420/mcp", keys } }],
  ])("is served %s", (_, server) => {
    expect(load(server).console).toEqual({ enabled: true });
  });

  it("is not served beyond this machine over plain HTTP", () => {
    const server = { host: "0.0.0.0", auth: { resource: "http://x.example", keys } };

    expect(() => load(server)).toThrow(/console\.enabled: Beyond this machine/);
  });
});
