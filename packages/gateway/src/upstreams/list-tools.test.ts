import { describe, expect, it } from "vitest";
import { listAllTools, maxPages, maxTools } from "./list-tools.ts";

describe("listAllTools", () => {
  it("follows every cursor, even an empty one, to the end", async () => {
    const pages = new Map([
      [undefined, { tools: ["a"], nextCursor: "" }],
      ["", { tools: ["b"], nextCursor: "x" }],
      ["x", { tools: [{ c: 1 }], nextCursor: null }],
    ]);

    const tools = await listAllTools(async ({ cursor }) => ({
      ...pages.get(typeof cursor === "string" ? cursor : undefined),
    }));

    expect(tools).toEqual(["a", "b", { c: 1 }]);
  });

  it("gives up on a server that never stops paging", async () => {
    let asked = 0;
    const listing = listAllTools(async () => {
      asked += 1;
      return { tools: [], nextCursor: "again" };
    });

    await expect(listing).rejects.toMatchObject({ fault: { kind: "list-too-long" } });
    expect(asked).toBe(maxPages);
  });

  it("gives up on a server that lists too many tools", async () => {
    const listing = listAllTools(async () => ({
      tools: Array.from({ length: maxTools + 1 }, () => "tool"),
    }));

    await expect(listing).rejects.toMatchObject({ fault: { kind: "list-too-long" } });
  });

  it.each([{}, { tools: {} }, { tools: [], nextCursor: 7 }])("refuses %j", async (page) => {
    await expect(listAllTools(async () => page)).rejects.toMatchObject({
      fault: { kind: "garbled" },
    });
  });
});
