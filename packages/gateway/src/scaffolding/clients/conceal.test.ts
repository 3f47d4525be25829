import { describe, expect, it } from "vitest";
import { createConcealment, isHarmless, isSecretArgument } from "./conceal.ts";

describe("a value of the environment", () => {
  it.each([
    ["LOG_LEVEL", "debug"],
    ["PORT", "8080"],
    ["FLAG", "true"],
    ["EMPTY", ""],
    ["DATA", "/srv/data"],
    ["DATA", "C:\\data\\files"],
    ["BASE", "https://api.example.com/v1"],
  ])("may be copied: %s=%s", (name, value) => {
    expect(isHarmless(name, value)).toBe(true);
  });

  it.each([
    ["API_KEY", "1234"],
    ["GITHUB_TOKEN", "true"],
    ["DB", "postgres://me:pass@db/x"],
    ["BASE", "https://me:pass@api.example.com/"],
    ["BASE", "https://api.example.com/v1?k=1"],
    ["WHO", "correct horse battery staple"],
    ["ANYTHING", "Zm9vYmFyYmF6cXV4"],
    ["PIN", "12345678"],
    ["NESTED", `$\{input:x}`],
  ])("is a secret unless it is plainly none: %s=%s", (name, value) => {
    expect(isHarmless(name, value)).toBe(false);
  });
});

describe("an argument", () => {
  it.each([
    ["--api-key=abc", undefined],
    ["abc", "--api-key"],
    ["Authorization: Bearer abc", "--header"],
    ["postgres://me:hunter2@db.example.com/x", undefined],
    ["--header=X-Api-Key: abc", undefined],
    ["X-Anything: abc", "--header"],
    ["X-Anything: abc", "-H"],
    ['{"debug":true,"apiKey":"abc"}', "--config"],
    ["MODE=1 TOKEN=abc npx server", "-c"],
    ["https://example.com/mcp?k=abc", "mcp-remote"],
    ["https://example.com/s/Zm9vYmFyYmF6cXV4MTIz/mcp", "mcp-remote"],
    ["9f86d081884c7d659a2feaa0c55ad015", undefined],
    ["0f4a7f0e-2f5f-4a6e-9c1f-6f3b1d2c3e4a", "server"],
  ])("is left out: %s after %s", (arg, before) => {
    expect(isSecretArgument(arg, before)).toBe(true);
  });

  it.each([
    ["-y", undefined],
    ["@modelcontextprotocol/server-filesystem", "-y"],
    ["https://example.com/mcp", "mcp-remote"],
    ["--verbose", "--token"],
    ["/srv/data", "--root"],
    ["https://auth.example.com:8443/mcp", "mcp-remote"],
    ["--allow-net=api.keycloak.org:443", "run"],
    ["@modelcontextprotocol/server-github@2025.4.8", "-y"],
    ["mcp_server_filesystem_v2", "-m"],
  ])("is kept: %s after %s", (arg, before) => {
    expect(isSecretArgument(arg, before)).toBe(false);
  });
});

describe("names of variables", () => {
  it("are those of the values, and never the same for two", () => {
    const { reference, names } = createConcealment();

    const given = [
      reference("TOKEN", "a", "one"),
      reference("TOKEN", "a", "two"),
      reference("TOKEN", "b", "two"),
      reference("TOKEN", "c", "two"),
      reference("my key!", "d", "one"),
      reference("7up", "e", "one"),
    ];

    expect(given).toEqual(
      ["TOKEN", "TOKEN", "TWO_TOKEN", "TWO_TOKEN_2", "MY_KEY_", "_7UP"].map(
        (name) => `$\{${name}}`,
      ),
    );
    expect(names()).toEqual(["MY_KEY_", "TOKEN", "TWO_TOKEN", "TWO_TOKEN_2", "_7UP"]);
  });
});
