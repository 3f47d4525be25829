import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { hasCode } from "../../packages/contracts/src/errors/refusal.ts";
import { createAuthorize } from "../../packages/gateway/src/governance/policy/authorize.ts";
import { openPolicy } from "../../packages/gateway/src/governance/policy/open-policy.ts";
import {
  createFileSource,
  type PolicySource,
} from "../../packages/gateway/src/governance/policy/sources.ts";
import { validatedCall } from "../../packages/testing/src/calls.ts";
import { createFakeClock } from "../../packages/testing/src/fake-clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";

// Case 41, promise P7: policy errors deny with a clear code, and calls recover by themselves.

const good = `version: 1
statements:
  - id: small
    effect: allow
    principals: [ada]
    tools: ["*"]
    when: args.amount < 100.0
...
`;

const logger = { log: () => undefined };

async function openFrom(source: PolicySource) {
  const clock = createFakeClock();
  const opening = openPolicy(source, { clock, logger });
  await clock.advance(0);
  const policy = await opening;
  const authorize = createAuthorize({ policy, clock });
  const outcome = (input: JsonObject = { amount: 1 }): string => {
    try {
      // A principal with every permission, so that only the policy can refuse.
      const call = validatedCall({ principal: { id: "ada", permissions: "all" }, input });
      return authorize(call).grant.statement;
    } catch (error) {
      return hasCode(error, "policy-denied") ? error.details.because : "another error";
    }
  };
  const close = () => policy[Symbol.asyncDispose]();
  return { refresh: policy.now, clock, outcome, [Symbol.asyncDispose]: close };
}

describe("P7: an unusable policy refuses every call, and recovers", () => {
  it("when its file is missing, unreadable, half-written or faulty", async () => {
    await using folder = await openFolder({ "policy.yaml": good });
    const path = join(folder.path, "policy.yaml");
    await using opened = await openFrom(createFileSource(path, "policy.yaml"));
    const { refresh, outcome } = opened;
    const seen: string[] = [outcome()];
    const breakages = [
      () => rm(path),
      () => folder.write("policy.yaml/inside", "a folder in its place"),
      async () => {
        await rm(path, { recursive: true });
        await folder.write("policy.yaml", good.slice(0, good.indexOf("    when")));
      },
      () => folder.write("policy.yaml", Uint8Array.from([0xff])),
      () => folder.write("policy.yaml", good.replace("args.amount", "amount")),
    ];
    for (const breakage of breakages) {
      await breakage();
      await refresh();
      seen.push(outcome());
    }
    await folder.write("new.yaml", good);
    await rename(join(folder.path, "new.yaml"), path);
    await refresh();

    expect(seen).toEqual(["small", ...breakages.map(() => "unavailable")]);
    expect(outcome()).toBe("small");
  });

  it("when its source hangs for five seconds", async () => {
    let answer = Promise.resolve(good);
    await using opened = await openFrom({ name: "store", read: () => answer });
    const { clock, outcome } = opened;
    const late = Promise.withResolvers<string>();
    answer = late.promise;
    await clock.advance(5_000);
    const meanwhile = outcome();
    late.resolve(good);
    await clock.advance(2_000);

    expect([meanwhile, outcome()]).toEqual(["unavailable", "small"]);
  });

  it("when a condition throws", async () => {
    await using opened = await openFrom({ name: "store", read: async () => good });
    const outcomes = [{}, { amount: "1" }, { amount: null }, { amount: 1 }].map((input) =>
      opened.outcome(input),
    );

    expect(outcomes).toEqual(["no-statement", "no-statement", "no-statement", "small"]);
  });
});
