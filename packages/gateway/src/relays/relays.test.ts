import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import { has, passes, promptFilter } from "./relays.ts";

describe("promptFilter", () => {
  it.each([
    { mode: "strict", named: [], passing: [] },
    { mode: "strict", named: ["p"], passing: ["p"] },
    { mode: "dynamic", named: [], passing: ["p", "q"] },
    { mode: "dynamic", named: ["p"], passing: ["p"] },
  ] as const)("passes $passing if $mode names $named", ({ mode, named, passing }) => {
    const filter = promptFilter(mode, named);

    expect(["p", "q"].filter((prompt) => passes(filter, prompt))).toEqual(passing);
  });
});

describe("has", () => {
  it("requires a server capability that the configuration lets pass", () => {
    const { server } = fakeRelayServer({}, { capabilities: () => ({ resources: {}, prompts: 1 }) });

    expect(has(server, "resources")).toBe(true);
    expect(has(server, "prompts")).toBe(false);
    expect(has({ ...server, resources: "none" }, "resources")).toBe(false);
  });

  it("denies completions if neither resources nor prompts pass", () => {
    const { server } = fakeRelayServer({}, { resources: "none", prompts: new Set() });

    expect(has(server, "completions")).toBe(false);
    expect(has({ ...server, resources: "all" }, "completions")).toBe(true);
  });
});
