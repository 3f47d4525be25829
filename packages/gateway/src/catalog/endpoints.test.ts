import { registeredTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { type Endpoint, Endpoints } from "./endpoints.ts";
import type { Snapshot } from "./snapshot.ts";

function snapshotOf(...names: readonly string[]): Snapshot {
  const tools = names.map((publicName) => registeredTool({ publicName }));
  return {
    version: 1,
    tools: new Map(tools.map((tool) => [tool.publicName, tool])),
    listed: names.map((name) => ({ name, title: name })),
  };
}

const team: Endpoint = {
  name: "team",
  prefix: "t_",
  servers: new Set(),
  selects: ({ publicName }) => publicName.startsWith("a"),
  accepts: ({ publicName }) => publicName !== "a-odd",
};

function open(...names: readonly string[]) {
  let snapshot = snapshotOf(...names);
  const endpoints = new Endpoints([team, { ...team, name: "plain", prefix: "" }], () => snapshot);
  return {
    endpoints,
    listed: () => snapshot.listed,
    replace: (...next: readonly string[]) => {
      snapshot = snapshotOf(...next);
    },
  };
}

describe("Endpoints", () => {
  it("offer what they select and accept", () => {
    const { endpoints } = open("a1", "a-odd", "b1");

    expect([...endpoints.offered("team").keys()]).toEqual(["a1"]);
    expect(endpoints.of({ publicName: "a1" })).toEqual(["team", "plain"]);
    expect(endpoints.of({ publicName: "b1" })).toEqual([]);
    expect(endpoints.offers("team", "a-odd")).toBe(false);
  });

  it("know a tool by its name with the prefix, and by no other", () => {
    const { endpoints } = open("a1", "b1", "t_a1");

    expect(endpoints.publicName("team", "t_a1")).toBe("a1");
    expect(endpoints.publicName("team", "a1")).toBeUndefined();
    expect(endpoints.publicName("team", "t_b1")).toBeUndefined();
    expect(endpoints.publicName("team", "t_")).toBeUndefined();
    expect(endpoints.publicName("nowhere", "a1")).toBeUndefined();
    expect(endpoints.publicName("plain", "a1")).toBe("a1");
  });

  it("list the same part for the same list, so that prepared data is reused", () => {
    const { endpoints, listed } = open("a1", "b1");
    const part = endpoints.listed("team", listed());

    expect(part).toEqual([{ name: "t_a1", title: "a1" }]);
    expect(endpoints.listed("team", listed())).toBe(part);
    expect(endpoints.among("team", listed())).toEqual([{ name: "a1", title: "a1" }]);
    expect(endpoints.listed("nowhere", listed())).toEqual([]);
  });

  it("follow the snapshot", () => {
    const { endpoints, replace } = open("a1");
    replace("a2");

    expect([...endpoints.offered("team").keys()]).toEqual(["a2"]);
    expect(endpoints.publicName("team", "t_a1")).toBeUndefined();
  });

  it("name a draft without the prefix, and no tool", () => {
    const { endpoints } = open("a1", "b1");

    expect(endpoints.draftName("team", "t_a9")).toBe("a9");
    expect(endpoints.draftName("team", "a9")).toBeUndefined();
    // A tool of another endpoint is no draft here.
    expect(endpoints.draftName("team", "t_b1")).toBeUndefined();
  });
});
