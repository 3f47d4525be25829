import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { JsonObject } from "@toolcourt/sdk";
import {
  approvedCall,
  fakeUpstream,
  goodResult,
  never,
  noAbort,
  registeredTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../upstreams/upstream.ts";
import { createExecution, createRun } from "./run.ts";

/** A server that answers its calls one by one, as given. */
function setUp(...answers: readonly (() => Promise<JsonObject> | JsonObject)[]) {
  const clock = createFakeClock();
  let calls = 0;
  const upstream = fakeUpstream(() => {
    const answer = answers[calls] ?? never;
    calls += 1;
    return answer();
  });
  const run = createRun(
    createExecution({
      clock,
      deadlines: new Deadlines(clock),
      upstreamOf: () => upstream,
      allowedRequestsOf: () => [],
      hideSecrets: (text) => text,
      maxConcurrent: 1,
    }),
  );
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "none" } as const;
  const start = (): Promise<unknown> => {
    const answer = run(approvedCall({ registered: registeredTool({ settings }) }), noAbort);
    answer.catch(() => undefined);
    return answer;
  };
  return { clock, start, upstream };
}

const unreachable = (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "unreachable" }));

describe("run", () => {
  it("shares one call's deadline among all attempts", async () => {
    const { clock, start, upstream } = setUp(unreachable, never);
    const answer = start();

    await clock.advance(1_000);

    await expect(answer).rejects.toMatchObject({ code: "deadline-passed" });
    expect(upstream.calls).toHaveLength(2);
  });

  it("does not charge queue time to the tool", async () => {
    const { clock, start } = setUp(
      () => clock.sleep(900).then(() => goodResult()),
      () => clock.sleep(900).then(() => goodResult()),
    );
    const first = start();
    const second = start();

    await clock.advance(900);
    await clock.advance(900);

    await expect(first).resolves.toEqual(goodResult());
    await expect(second).resolves.toEqual(goodResult());
  });

  it("frees the slot of a call whose tool never answers", async () => {
    const { clock, start } = setUp(never, () => goodResult());
    start().catch(() => undefined);
    await clock.advance(1_000);

    await expect(start()).resolves.toEqual(goodResult());
  });

  it("keeps its slot during retries", async () => {
    const { clock, start, upstream } = setUp(unreachable, () => goodResult(), never);
    const first = start();
    void start();
    await clock.advance(50);
    const early = upstream.calls.length;
    await clock.advance(50);

    await expect(first).resolves.toEqual(goodResult());
    expect(early).toBe(1);
    expect(upstream.calls).toHaveLength(3);
  });
});
