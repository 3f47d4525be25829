import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Terms } from "@toolcourt/sdk";
import {
  approvedCall,
  noAbort,
  registeredTool,
  toolContract,
  writingTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createLogger, type LogEntry } from "../../telemetry/logger.ts";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import { logRetries } from "../stages/run.ts";
import { createExecution } from "./execution.ts";

/** A tool that fails once per fault, then answers. */
function setUp(...faults: readonly UpstreamFault[]) {
  const clock = createFakeClock();
  const entries: LogEntry[] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  let attempts = 0;
  const execute = createExecution(
    async () => {
      const fault = faults[attempts];
      attempts += 1;
      if (fault !== undefined) throw new UpstreamError(fault);
      return "sunny";
    },
    { clock, deadlines: new Deadlines(clock), maxConcurrent: 100, onRetry: logRetries(log) },
  );
  return { clock, execute, attempts: () => attempts, entries };
}

const unreachable: UpstreamFault = { kind: "unreachable" };

describe("the retries of a call", () => {
  it("retries a read after a transient fault", async () => {
    const { clock, execute, attempts } = setUp(unreachable, { kind: "http", status: 503 });
    const answer = execute(approvedCall(), noAbort);

    await clock.advance(300);

    await expect(answer).resolves.toBe("sunny");
    expect(attempts()).toBe(3);
  });

  it.each([0, 1])("T23: retries at most %i times if the policy says so", async (max) => {
    const { clock, execute, attempts } = setUp(unreachable, unreachable, unreachable);
    const grant = { statement: "all", caps: { retries: { max, limit: "few" } } };
    const answer = execute(approvedCall({ grant }), noAbort);
    answer.catch(() => undefined);

    await clock.advance(1_000);

    await expect(answer).rejects.toThrow(UpstreamError);
    expect(attempts()).toBe(1 + max);
  });

  it("T24, S2-35: logs each retried attempt, with all ids of the call", async () => {
    const { clock, execute, entries } = setUp(unreachable, { kind: "http", status: 503 });
    const call = approvedCall();
    const answer = execute(call, noAbort);
    await clock.advance(300);
    await answer;

    const ids = {
      callId: call.callId,
      traceId: call.traceId,
      correlation_id: call.correlationId,
      session_id: null,
      connection_id: null,
      tool_id: "get-forecast",
      stage: "run",
      status: "repeated",
      server: "weather",
    };
    expect(entries.map(({ event, fields }) => [event, fields])).toEqual([
      ["call.retried", { ...ids, attempt: 1, fault: "unreachable", waitMs: 100 }],
      ["call.retried", { ...ids, attempt: 2, fault: "http 503", waitMs: 200 }],
    ]);
  });

  it("never resends answers to a tool with effects", async () => {
    const { clock, execute, attempts } = setUp(unreachable);
    const resumption = { requestState: "s" };
    const answer = execute(approvedCall({ registered: writingTool(), resumption }), noAbort);
    answer.catch(() => undefined);

    await clock.advance(10_000);

    await expect(answer).rejects.toMatchObject({ fault: unreachable });
    expect(attempts()).toBe(1);
  });

  it("gives up after two retries with the last fault", async () => {
    const { clock, execute, attempts } = setUp(unreachable, unreachable, { kind: "lost" });
    const answer = execute(approvedCall(), noAbort);
    answer.catch(() => undefined);

    await clock.advance(10_000);

    await expect(answer).rejects.toMatchObject({ fault: { kind: "lost" } });
    expect(attempts()).toBe(3);
  });

  it.each<UpstreamFault>([
    { kind: "http", status: 401 },
    { kind: "http", status: 403 },
    { kind: "http", status: 500 },
    { kind: "rpc", code: -32_603 },
    { kind: "garbled" },
  ])("does not retry after %j", async (fault) => {
    const { execute, attempts } = setUp(fault);

    await expect(execute(approvedCall(), noAbort)).rejects.toMatchObject({ fault });
    expect(attempts()).toBe(1);
  });

  it.each<Terms>([{}, { idempotent: false }])(
    "never retries a read with terms %j",
    async (terms) => {
      const { execute, attempts } = setUp(unreachable);
      const registered = registeredTool({ contract: toolContract({ terms }) });

      await expect(execute(approvedCall({ registered }), noAbort)).rejects.toThrow(UpstreamError);
      expect(attempts()).toBe(1);
    },
  );

  it("never retries a write, not even an idempotent one", async () => {
    const { execute, attempts } = setUp(unreachable);
    const contract = toolContract({ effect: "write", terms: { idempotent: true } });
    const registered = writingTool({ contract });

    await expect(execute(approvedCall({ registered }), noAbort)).rejects.toThrow(UpstreamError);
    expect(attempts()).toBe(1);
  });

  it("honors Retry-After if there is time", async () => {
    const asked: UpstreamFault = { kind: "http", status: 429, retryAfterMs: 5_000 };
    const { clock, execute, attempts } = setUp(asked);
    const settings = { maxInstances: 1, timeoutMs: 10_000, approval: "none" } as const;
    const registered = registeredTool({ settings });
    const answer = execute(approvedCall({ registered }), noAbort);

    await clock.advance(4_999);
    const before = attempts();
    await clock.advance(1);

    await expect(answer).resolves.toBe("sunny");
    expect(before).toBe(1);
  });

  it("does not wait beyond the deadline", async () => {
    const { execute, attempts } = setUp({ kind: "http", status: 429, retryAfterMs: 10_000 });

    await expect(execute(approvedCall(), noAbort)).rejects.toThrow(UpstreamError);
    expect(attempts()).toBe(1);
  });

  it("stops waiting when the caller cancels", async () => {
    const caller = new AbortController();
    const { clock, execute } = setUp(unreachable);
    const answer = execute(approvedCall(), caller.signal);
    answer.catch(() => undefined);
    await clock.untilSleeping();

    caller.abort();

    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
  });
});
