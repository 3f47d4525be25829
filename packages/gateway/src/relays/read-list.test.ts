import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { maxPages, maxTools } from "../upstreams/ask.ts";
import { UpstreamError, type UpstreamRequest } from "../upstreams/upstream.ts";
import { lists, readEntries, readList } from "./read-list.ts";

const clean = (text: string): string => text.replaceAll("\u200b", "");

const answering = (code: number) => (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "rpc", code }));

function keysOf(...listed: readonly JsonValue[]): readonly string[] {
  return readEntries(listed, lists.resources, clean).map(({ key }) => key);
}

describe("readList", () => {
  it("reads every page", async () => {
    const asked: UpstreamRequest[] = [];
    const pages: JsonObject[] = [{ prompts: [1], nextCursor: "" }, { prompts: [2] }];

    const read = await readList(lists.prompts, async (request) => {
      asked.push(request);
      return pages[asked.length - 1] ?? {};
    });

    expect(read).toEqual([1, 2]);
    expect(asked).toEqual([
      { method: "prompts/list", params: {} },
      { method: "prompts/list", params: { cursor: "" } },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ["pages without end", { resources: [], nextCursor: "x" }, "list-too-long"],
    ["more than tools may be", { resources: Array(maxTools + 1).fill(1) }, "list-too-long"],
    ["no list", { resources: {} }, "garbled"],
    ["a list of something else", { tools: [] }, "garbled"],
  ])("refuses %s", async (_, page, kind) => {
    let asked = 0;
    const read = readList(lists.resources, async () => {
      asked += 1;
      return page;
    });

    await expect(read).rejects.toMatchObject({ fault: { kind } });
    expect(asked).toBeLessThanOrEqual(maxPages);
  });

  it("is empty if the server does not know the method, and only then", async () => {
    await expect(readList(lists.templates, answering(-32_601))).resolves.toEqual([]);
    await expect(readList(lists.templates, answering(-32_603))).rejects.toThrow(UpstreamError);
  });
});

describe("readEntries", () => {
  const good = { uri: "a://1", name: "one" };

  it("keeps unknown fields and cleans the entry", () => {
    const raw = { ...good, description: "o\u200bne", shelf: { row: 7 } };

    expect(readEntries([raw], lists.resources, clean)).toEqual([
      { key: "a://1", listed: { ...good, description: "one", shelf: { row: 7 } } },
    ]);
  });

  it.each<[string, JsonValue]>([
    ["is no object", "a://2"],
    ["has no address", { name: "two" }],
    ["has no name", { uri: "a://2" }],
    ["has an address of nothing", { uri: "", name: "two" }],
    ["has an address with hidden characters", { uri: "a://\u200b2", name: "two" }],
    ["has a description that is no text", { uri: "a://2", name: "two", description: 7 }],
    ["has an icon without a source", { uri: "a://2", name: "two", icons: [{}] }],
    ["is larger than anybody reads", { uri: "a://2", name: "two", title: "x".repeat(65_536) }],
  ])("skips only an entry that %s", (_, raw) => {
    expect(keysOf(raw, good)).toEqual(["a://1"]);
  });

  it("skips an entry that is nested too deeply", () => {
    let nested: JsonValue = 1;
    for (let depth = 0; depth < 100; depth += 1) nested = [nested];

    expect(keysOf({ uri: "a://2", name: "two", nested }, good)).toEqual(["a://1"]);
  });
});
