import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

const endpoint = "https://apis.example.com";
const search = {
  name: "apis",
  kind: "azure-search",
  endpoint,
  index: "apis",
  fields: { id: "id", definition: "definition" },
  connection: "apis",
};
const scan = { name: "scans", kind: "document-intelligence", endpoint, connection: "scans" };
const direct = { origin: endpoint, methods: ["GET", "POST"], via: "direct" };

function load(sources: readonly JsonObject[], allow: readonly JsonObject[] = [direct]) {
  const config = { toolbox: {}, drafts: { sources: [...sources] }, egress: { allow: [...allow] } };
  return loadConfig(JSON.stringify(config), { file: "toolcourt.yaml", environment: {} });
}

function problemOf(source: JsonObject, allow?: readonly JsonObject[]): string {
  try {
    load([source], allow);
    return "";
  } catch (error) {
    return isRefusal(error) ? error.message : "";
  }
}

describe("drafts.sources", () => {
  it("names services, and is empty by default", () => {
    expect(load([search, scan]).drafts.sources).toEqual([search, scan]);
    expect(load([]).drafts.sources).toEqual([]);
  });

  it.each([
    ["an unknown kind", { ...scan, kind: "bing" }, "azure-search or document-intelligence"],
    [
      "an address with a path",
      { ...scan, endpoint: `${endpoint}/v1` },
      "the origin of the service",
    ],
    ["an index that is none", { ...search, index: "a'b" }, "the name of an index"],
    [
      "a field that is none",
      { ...search, fields: { id: "a b", definition: "d" } },
      "the name of a field",
    ],
    ["no definition", { ...search, fields: { id: "id" } }, "fields.definition"],
    ["no connection", { ...scan, connection: "" }, "connection"],
    ["a key of the other kind", { ...scan, index: "apis" }, "index"],
  ])("refuses %s with its place", (_, source, problem) => {
    expect(problemOf(source)).toContain("drafts.sources[0]");
    expect(problemOf(source)).toContain(problem);
  });

  it.each([
    ["is not listed", [], "No entry of `egress.allow` has this origin"],
    ["goes through the gateway", [{ ...direct, via: "gateway" }], "set `via: direct`"],
    ["allows no POST", [{ origin: endpoint, via: "direct" }], "must allow POST."],
    ["allows no GET", [{ ...direct, methods: ["POST"] }], "must allow GET."],
  ])("refuses a source whose origin %s", (_, allow, problem) => {
    expect(problemOf(scan, allow)).toContain("drafts.sources[0].endpoint");
    expect(problemOf(scan, allow)).toContain(problem);
  });

  it("refuses two sources of one name", () => {
    expect(() => load([search, { ...scan, name: "apis" }])).toThrow(
      "Another entry has the same name.",
    );
  });
});
