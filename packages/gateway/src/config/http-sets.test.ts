import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

const origin = "https://api.example.com";

function problemsOf(set: JsonObject, more: JsonObject = {}): readonly string[] {
  const file = { toolbox: { http: [set], ...more }, egress: { allow: [{ origin }] } };
  try {
    loadConfig(JSON.stringify(file), { file: "t.yaml", environment: {} });
    return [];
  } catch (error) {
    if (!hasCode(error, "config-invalid")) throw error;
    return error.details.problems.map((line) => line.replace(/^t\.yaml:\d+:\d+ /, ""));
  }
}

const shop = { name: "shop", tools: "./shop.yaml", base: `${origin}/v1` };

describe("an HTTP tool set configuration", () => {
  it("needs a file and a base, or drafts", () => {
    expect([problemsOf(shop), problemsOf({ name: "shop", drafts: true })]).toEqual([[], []]);
  });

  it.each<[JsonObject, string]>([
    [{ name: "shop" }, "toolbox.http[0].tools: This is missing"],
    [{ name: "shop", tools: "./shop.yaml" }, "toolbox.http[0].base: This is missing"],
    [{ ...shop, base: "https://other.example/v1" }, "No entry of `egress.allow` has this origin"],
    [{ ...shop, base: `${origin}/v1?key=1` }, "Write the address without user, query and fragment"],
    [{ ...shop, name: "local" }, "The name `local` is reserved for local tools"],
    [{ ...shop, tool_allowlist: [], tool_denylist: [] }, "Give either tool_allowlist or"],
    [{ ...shop, exchange: true }, "toolbox.http[0].exchange: It needs a `connection`"],
    [{ ...shop, url: origin }, "toolbox.http[0].url: There is no such key"],
    [{ ...shop, clauses: { annotations: "off" } }, "There is no such key"],
  ])("is refused as %j", (set, expected) => {
    expect(problemsOf(set).join("\n")).toContain(expected);
  });

  it("needs a unique name, also among the servers", () => {
    const mcps = [{ name: "shop", transport: "streamable_http", url: origin, mode: "strict" }];

    expect(problemsOf(shop, { mcps })).toEqual([
      "toolbox.http[0].name: Another entry has the same name.",
    ]);
  });

  it("counts as a server in the settings of a tool", () => {
    expect(problemsOf(shop, { tools: [{ name: "a", server: "shop" }] })).toEqual([]);
  });
});
