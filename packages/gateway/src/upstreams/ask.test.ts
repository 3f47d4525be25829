import { describe, expect, it } from "vitest";
import { declaredBy, declaredForAll, listAllTools, maxPages, maxTools } from "./ask.ts";
import { askings } from "./upstream.ts";

describe("declared capabilities of a caller", () => {
  it("contain what it can be asked, and nothing else", () => {
    const capabilities = {
      elicitation: { form: { applyDefaults: true }, url: {}, note: "for your eyes only" },
      sampling: { tools: "yes" },
      experimental: { secret: "hunter2" },
      extensions: {},
    };

    expect(declaredBy(capabilities, askings)).toEqual({
      elicitation: { form: {}, url: {} },
      sampling: {},
    });
  });

  it("contain only what the server may ask", () => {
    const capabilities = { elicitation: {}, sampling: {}, roots: {} };

    expect(declaredBy(capabilities, ["elicitation"])).toEqual({ elicitation: {} });
    expect(declaredForAll(["sampling", "roots"])).toEqual({ sampling: {}, roots: {} });
    expect(declaredForAll([])).toEqual({});
  });

  it.each([{ elicitation: true }, { elicitation: null }, {}])(
    "are empty for %j",
    (capabilities) => {
      expect(declaredBy(capabilities, askings)).toEqual({});
    },
  );
});

describe("listAllTools", () => {
  it("reads a list of the allowed length over as many pages as it may need", async () => {
    let asked = 0;
    const page = async () => {
      asked += 1;
      const tools = Array.from({ length: 10 }, () => "tool");
      return asked < 500 ? { tools, nextCursor: String(asked) } : { tools };
    };

    expect(await listAllTools(page, 5_000)).toHaveLength(5_000);
    asked = 0;
    await expect(listAllTools(page, 4_999)).rejects.toMatchObject({
      fault: { kind: "list-too-long", entries: 4_999, pages: 500 },
    });
  });

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
