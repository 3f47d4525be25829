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
import { Redaction } from "../../boundary/redaction/redaction.ts";
import { createLogger, type LogEntry } from "../../telemetry/logger.ts";
import { UpstreamError } from "../../upstreams/upstream.ts";
import type { Grant } from "../call.ts";
import { createExecution } from "../execution/execution.ts";
import { type ForeignTextDeps, foreignText } from "../foreign-text.ts";
import { Redactors } from "../redactors.ts";
import { createRun, openExecution } from "./run.ts";

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
    openExecution({
      clock,
      deadlines: new Deadlines(clock),
      upstreamOf: () => upstream,
      hideSecrets: (text) => text,
      maxConcurrent: 1,
    }),
  );
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "none" } as const;
  const start = (differences: Partial<Grant> = {}): Promise<unknown> => {
    const grant = { statement: "all", ...differences };
    const answer = run(approvedCall({ registered: registeredTool({ settings }), grant }), noAbort);
    answer.catch(() => undefined);
    return answer;
  };
  return { clock, start, upstream };
}

const unreachable = (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "unreachable" }));

describe("run", () => {
  it.each([
    [200, 200],
    [5_000, 1_000],
  ])("T23: ends with a policy limit of %i ms after %i ms", async (max, afterMs) => {
    const { clock, start } = setUp(never);
    const answer = start({ caps: { timeoutMs: { max, limit: "brief" } } });

    await clock.advance(afterMs);

    await expect(answer).rejects.toMatchObject({ code: "deadline-passed", details: { afterMs } });
  });

  it("T23: waits for a slot no longer than the call may run", async () => {
    const { clock, start } = setUp(never, never);
    void start();
    const answer = start({ caps: { timeoutMs: { max: 200, limit: "brief" } } });

    await clock.advance(200);

    await expect(answer).rejects.toMatchObject({ code: "no-capacity", details: { waitedMs: 200 } });
  });

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

describe("a fault of a server", () => {
  const error = new UpstreamError(
    { kind: "rpc", code: -32_000 },
    { cause: { code: -32_000, message: "no key\u200b hunter22-hunter22" } },
  );

  const redaction = new Redaction();
  redaction.registry.holdValue("hunter22-hunter22");
  const hiding = new Redactors(redaction);

  async function failWith(deps: ForeignTextDeps) {
    const entries: LogEntry[] = [];
    const { log } = createLogger((entry) => void entries.push(entry));
    const clock = createFakeClock();
    const execute = createExecution(() => Promise.reject(error), {
      clock,
      deadlines: new Deadlines(clock),
      maxConcurrent: 1,
    });
    const run = createRun(execute, { ...foreignText(deps, hiding), log });
    const refusal: unknown = await Promise.resolve(run(approvedCall(), noAbort)).catch(
      (each: unknown) => each,
    );
    return { refusal, line: entries[0]?.sentence, level: entries[0]?.level };
  }
  const text = "no key ***";

  it("is a warning with the server's words, cleaned and quoted", async () => {
    const { line, level } = await failWith({});

    expect(level).toBe("warning");
    expect(line).toContain(
      `failed a call of 'get-forecast': it answered with the error -32000 and wrote: "${text}". Next: toolcourt explain-error upstream-failed (trace `,
    );
  });

  it("has the server's words for callers only where they may be quoted", async () => {
    const quoting = await failWith({ mayQuote: () => true });
    const silent = await failWith({ mayQuote: () => false });

    expect(quoting.refusal).toMatchObject({ details: { wrote: { source: "error", text } } });
    expect(silent.refusal).not.toHaveProperty("details.wrote");
    expect((await failWith({})).refusal).not.toHaveProperty("details.wrote");
  });

  it("keeps the words of a terse server out of the log", async () => {
    const { line } = await failWith({ isTerse: () => true });

    expect(line).toContain("the error -32000. Next: toolcourt explain-error upstream-failed");
  });
});
