import { policy, policyPrincipal } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { couldAllowItem, evaluateItem, explain } from "./evaluate.ts";
import type { ItemQuestion } from "./question.ts";
import { readingsOf } from "./readings.ts";

const denying = policy(`statements:
  - { id: no-secrets, effect: deny, principals: ["*"], resources: ["docs/*secret*"] }
  - { id: not-private, effect: deny, principals: ["*"], resources: ["docs/file:///private/*"] }
  - { id: not-this, effect: deny, principals: ["*"], resources: ["docs/file:///a/key.txt"] }
  - id: not-hidden
    effect: deny
    principals: ["*"]
    resources: ["docs/*"]
    when: has(request.uri) && request.uri.contains("hidden")`);

function reading(name: string): ItemQuestion {
  return {
    principal: policyPrincipal(),
    item: { kind: "resource", server: "docs", name },
    method: "resources/read",
    args: {},
    isDynamic: true,
    now: 0,
  };
}

describe("readings of an address", () => {
  it.each([
    ["file:///a/s%65cret", "no-secrets"],
    ["file:///a/%73%65%63%72%65%74", "no-secrets"],
    ["file:///a/%2573ecret", "no-secrets"],
    ["file:///100%/s%65cret", "no-secrets"],
    ["file:///p%72ivate/x", "not-private"],
    ["file:///private%2Fx", "not-private"],
    ["file:///%2Fprivate/x", "not-private"],
    ["file:////private/x", "not-private"],
    ["file:///./private/x", "not-private"],
    ["file:///.%2Fprivate//x", "not-private"],
    ["file:///private\\x", "not-private"],
    ["file:///a//key.txt", "not-this"],
    ["file:///a/key.txt?", "not-this"],
    ["file:///a/key.txt?v=1#top", "not-this"],
    ["file:///a/key.txt%23", "not-this"],
    ["file:///a/key.txt/", "not-this"],
    ["file:///a/key.txt/.", "not-this"],
    ["file:///a/h%69dden", "not-hidden"],
  ])("deny %s by %s", (uri, statement) => {
    const decision = evaluateItem(denying, reading(uri));

    expect(decision).toEqual({ kind: "refused", because: "denied", statement });
    const fates = explain(denying, reading(uri)).statements;
    expect(fates).toContainEqual({ id: statement, effect: "deny", fate: "decided" });
  });

  it("leave other addresses allowed", () => {
    for (const uri of ["file:///a/b%20c", "file:///a/private", "file:///a/key.txt2", "x:1?a=%2F"]) {
      expect(evaluateItem(denying, reading(uri)).kind).toBe("allowed");
    }
  });

  it("hide an address from lists that a request could not read", () => {
    const { item, principal } = reading("file:///a/s%65cret");

    expect(couldAllowItem(denying, principal, { ...item, isDynamic: true })).toBe(false);
  });

  it("never widen what an allow names", () => {
    const allowing = policy(`statements:
  - { id: one, effect: allow, principals: ["*"], resources: ["docs/file:///a"] }`);

    expect(evaluateItem(allowing, reading("file:///a")).kind).toBe("allowed");
    expect(evaluateItem(allowing, reading("file:///%61")).kind).toBe("refused");
    expect(evaluateItem(allowing, reading("file:///a#b")).kind).toBe("refused");
  });

  it("are few, however the address is written", () => {
    expect(readingsOf(`x:///${"%25".repeat(600)}//a?b#c`).size).toBeLessThan(60);
  });
});
