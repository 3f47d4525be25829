import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { deepInput } from "./edges.ts";

function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

async function isShallow(value: JsonValue): Promise<boolean> {
  return depthOf(value) < 3;
}

describe("deepInput", () => {
  it("nests a part whose schema allows it inside itself", async () => {
    const isList = (value: JsonValue): boolean => isJsonArray(value) && value.every(isList);
    const accepts = async (value: JsonValue): Promise<boolean> =>
      isJsonObject(value) && isList(own(value, "list") ?? null);

    const deep = await deepInput([{ list: [] }, { list: [[]] }], accepts);

    expect(depthOf(deep ?? null)).toBeGreaterThan(40);
  });

  it("returns nothing if no part can be nested", async () => {
    expect(await deepInput([{ name: "Ada", tags: ["a"] }], isShallow)).toBeUndefined();
  });
});
