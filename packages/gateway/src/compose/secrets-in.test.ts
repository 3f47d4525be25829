import { describe, expect, it } from "vitest";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import type { Transport } from "../upstreams/transport.ts";
import { secretsIn } from "./secrets-in.ts";

function http(url: string): Transport {
  return { kind: "streamable_http", url: new URL(url) };
}

function hidden(transport: Transport, text: string): string {
  const registry = new SecretRegistry();
  for (const value of secretsIn([transport])) registry.holdValue(value);
  return registry.hide(text).text;
}

describe("secretsIn", () => {
  it.each([
    ["the password", "hunter2!x%"],
    ["the password as it stands in the address", "hunter2!x%25"],
    ["what the header has", btoa("ada:hunter2!x%")],
    ["a key in the query", "key-1234567"],
  ])("finds %s of a server's address", (_, value) => {
    const server = http("https://ada:hunter2!x%25@crm.example/mcp?key=key-1234567");

    expect(hidden(server, `You sent ${value}.`)).toBe("You sent ***.");
  });

  it("finds a long value in the environment of a child", () => {
    const env = { TOKEN: "abcdefgh", LEVEL: "debug" };
    const child: Transport = { kind: "stdio", command: "crm", args: [], env };

    expect(hidden(child, "abcdefgh debug")).toBe("*** debug");
  });

  it("leaves out inherited variables that are no secrets", () => {
    const env = { HOME: "/home/ada", TOKEN: "abcdefgh" };
    const child: Transport = { kind: "stdio", command: "crm", args: [], env, plainNames: ["HOME"] };

    expect(hidden(child, "/home/ada abcdefgh")).toBe("/home/ada ***");
  });

  it("finds the value of a secret flag, and a password in an address", () => {
    const address = "postgres://ada:hunter2x@db/crm?mode=production";
    const args = ["--api-key", "key-1", "--token=tok-123", "--region", "eu-central-1", address];
    const child: Transport = { kind: "stdio", command: "crm", args, env: {} };

    expect(hidden(child, "key-1 tok-123 eu-central-1 hunter2x production")).toBe(
      "key-1 *** eu-central-1 *** production",
    );
  });

  it("ignores host names and short values", () => {
    const server = http("https://ada:x@crm.example/mcp?page=2");

    expect(hidden(server, "ada asked crm.example for page 2, x")).toBe(
      "ada asked crm.example for page 2, x",
    );
  });
});
