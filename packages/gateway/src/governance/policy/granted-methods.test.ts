import { policy } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { createGrantedMethods } from "./granted-methods.ts";
import { createDefaultPolicy, type PolicyState } from "./open-policy.ts";

const api = "https://api.example.com";

function usable(text: string): PolicyState {
  return { kind: "usable", policy: policy(text) };
}

describe("createGrantedMethods", () => {
  it.each([
    ["all", "", "all"],
    ["those of its entry", `egress: [{ origin: "${api}", methods: [GET, POST] }]`, ["GET", "POST"]],
    ["GET and HEAD by default", `egress: [{ origin: "${api}" }]`, ["GET", "HEAD"]],
    ["none beside another port", `egress: [{ origin: "${api}:8443" }]`, []],
    ["none in an empty list", "egress: []", []],
  ])("grants an origin %s", (_, text, granted) => {
    expect(createGrantedMethods({ state: () => usable(text) })(api)).toEqual(granted);
  });

  it("grants nothing while there is no usable policy", () => {
    const granted = createGrantedMethods({ state: () => ({ kind: "unusable", problems: [] }) });

    expect(granted(api)).toEqual([]);
  });

  it("restricts nothing without a written policy", () => {
    expect(createGrantedMethods(createDefaultPolicy())(api)).toBe("all");
  });

  it("follows the policy in force", () => {
    let state = usable("");
    const granted = createGrantedMethods({ state: () => state });
    const before = granted(api);
    state = usable("egress: []");

    expect([before, granted(api)]).toEqual(["all", []]);
  });
});
