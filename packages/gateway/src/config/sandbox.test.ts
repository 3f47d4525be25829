import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { effectiveSettings } from "./effective.ts";
import { loadConfig } from "./load.ts";

function configOf(sandbox: JsonValue, keys: JsonObject = {}): string {
  const server = {
    name: "crm",
    transport: "stdio",
    command: "crm",
    mode: "dynamic",
    default_tool_config: {},
    sandbox,
    ...keys,
  };
  return JSON.stringify({ toolbox: { mcps: [server] } });
}

function loaded(sandbox: JsonValue, keys?: JsonObject) {
  return loadConfig(configOf(sandbox, keys), { file: "t.yaml", environment: {} });
}

function problemsOf(sandbox: JsonValue, keys?: JsonObject): string {
  try {
    loaded(sandbox, keys);
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
  return "";
}

const defaults = {
  read: [],
  write: [],
  network: "none",
  maxMemory: 512 * 1024 * 1024,
  maxProcesses: 128,
};

describe("the key sandbox", () => {
  it("has a short form with all defaults", () => {
    for (const sandbox of ["required", {}]) {
      expect(loaded(sandbox).toolbox.servers[0]?.transport).toMatchObject({ sandbox: defaults });
    }
  });

  it("is off without the key", () => {
    const [server] = loadConfig(configOf({}).replace(',"sandbox":{}', ""), { environment: {} })
      .toolbox.servers;

    expect(server?.transport).toMatchObject({ sandbox: undefined });
  });

  it.each<[JsonValue, string]>([
    ["off", "sandbox: Expected required, or keys and values"],
    [true, "sandbox: Expected required, or keys and values"],
    [{ netwrok: "none" }, 'sandbox.netwrok: There is no such key. Did you mean "network"?'],
    [{ network: "some" }, "sandbox.network: Expected none or all"],
    [{ read: "/srv" }, "sandbox.read: Expected a list of paths"],
    [{ memory: "much" }, "sandbox.memory: Expected a size such as"],
    [{ processes: 1 }, "sandbox.processes: Expected a whole number from 8 to 512"],
  ])("has no value %j", (sandbox, expected) => {
    expect(problemsOf(sandbox)).toContain(expected);
  });

  it("has no meaning for a remote server", () => {
    const keys = { transport: "streamable_http", url: "https://a.example" };

    expect(problemsOf("required", keys)).toContain(
      "sandbox: This has no meaning for transport streamable_http.",
    );
  });

  it.each([
    ["npx", ["-y", "a"], "needs an exact version"],
    ["/usr/bin/npx", ["a@latest"], "needs an exact version"],
    ["npx", [], "needs a package"],
    ["npx", ["-c", "x"], "takes only the options"],
    ["uvx", ["a"], "uvx cannot install what it runs"],
  ])("refuses what installs itself at each start: %s %j", (command, args, expected) => {
    expect(problemsOf("required", { command, args })).toContain(expected);
  });

  it("allows a package of npx with an exact version", () => {
    expect(problemsOf("required", { command: "npx", args: ["-y", "a@1.2.3"] })).toBe("");
  });

  it("is shown with all that applies, each with its origin", () => {
    const shown = effectiveSettings(configOf("required"), { file: "t.yaml", environment: {} });
    const ofSandbox = shown.filter(({ path }) => path.includes("sandbox"));

    expect(ofSandbox.map(({ path, value }) => [path.split(".").at(-1), value])).toEqual([
      ["read", []],
      ["write", []],
      ["network", "none"],
      ["memory", "512MB"],
      ["processes", 128],
    ]);
    expect(new Set(ofSandbox.map(({ origin }) => origin.kind))).toEqual(new Set(["default"]));
  });
});
