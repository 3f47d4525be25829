import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { auditSigned, policyUsable, reasonsOf, serversReached, watchStore } from "./readiness.ts";

describe("the reasons not to be ready", () => {
  it("are all listed, each with a code", () => {
    const reasons = reasonsOf([
      serversReached(() => false),
      policyUsable({ state: () => ({ kind: "unusable", problems: ["secret words"] }) }),
      auditSigned(() => "no key."),
    ]);

    expect(reasons().map(({ code }) => code)).toEqual([
      "server-unreachable",
      "policy-unusable",
      "audit-unusable",
    ]);
    expect(JSON.stringify(reasons())).not.toContain("secret words");
  });

  it("are none while every part is usable", () => {
    expect(reasonsOf([serversReached(() => true), auditSigned(() => undefined)])()).toEqual([]);
  });
});

describe("watchStore", () => {
  it("reports a store that can be read and not written", async () => {
    const clock = createFakeClock();
    const audit = { last: async () => undefined };
    const keyUses = { put: () => Promise.reject(new Error("read-only")) };
    await using watch = await watchStore({ audit, keyUses, isMirrored: false, clock });

    expect(watch.source()).toMatchObject({ code: "store-unusable" });
  });

  it("reports a store that fails, and its recovery by itself", async () => {
    const clock = createFakeClock();
    let fails = true;
    const last = async () => {
      if (fails) throw new Error("down");
      return undefined;
    };
    const keyUses = { put: async () => undefined };
    await using watch = await watchStore({ audit: { last }, keyUses, isMirrored: false, clock });

    expect(watch.source()).toMatchObject({ code: "store-unusable" });
    fails = false;
    await clock.advance(2_000);
    expect(watch.source()).toBeUndefined();
  });
});
