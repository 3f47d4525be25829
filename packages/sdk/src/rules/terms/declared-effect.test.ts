import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { contractOf } from "../../testing/contract.ts";
import { declaresEffect } from "./declared-effect.ts";

function declares(tool: JsonObject): boolean {
  return declaresEffect(contractOf({ server: "cards", tool: { name: "get-card", ...tool } }));
}

describe("declaresEffect", () => {
  it.each<JsonObject>([
    { _meta: { "dev.toolcourt/contract": { category: "query" } } },
    { _meta: { "dev.toolcourt/contract": { effect: "read" } } },
    { annotations: { destructiveHint: true } },
    { annotations: { readOnlyHint: false } },
  ])("returns true for %j", (tool) => {
    expect(declares(tool)).toBe(true);
  });

  it.each<JsonObject>([
    {},
    { annotations: null },
    { annotations: { readOnlyHint: true } },
    { annotations: { destructiveHint: false } },
    { annotations: { readOnlyHint: "false" } },
  ])("returns false for %j", (tool) => {
    expect(declares(tool)).toBe(false);
  });
});
