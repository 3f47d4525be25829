import { expect, it } from "vitest";
import { Refusal } from "../errors/refusal.ts";
import { createLogger, type LogEntry } from "../telemetry/logger.ts";
import { incomingCall, noAbort } from "../testing/calls.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { withCallLog } from "./call-log.ts";
import type { CallTool } from "./pipeline.ts";

function setUp(callTool: CallTool) {
  const clock = createFakeClock();
  const entries: LogEntry[] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  const logged = withCallLog(callTool, { clock, log });
  return { clock, entries, call: () => logged(incomingCall(), noAbort) };
}

it.each<[string, CallTool]>([
  ["answered", async () => ({ content: ["secret"], isError: false })],
  ["failed", async () => ({ content: ["secret"], isError: true })],
  ["asked", async () => ({ asks: { requestState: "secret" } })],
  ["busy", () => Promise.reject(new Refusal("busy", { tool: "x", waitedMs: 1 }))],
  ["gateway-failed", () => Promise.reject(new Error("secret"))],
])(
  "says in one line that a call was %s, and nothing of what it carried",
  async (outcome, callTool) => {
    const { entries, call } = setUp(callTool);

    await call().catch(() => undefined);

    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      event: "call.closed",
      level: "debug",
      sentence: `get-forecast ${outcome} in 0 ms`,
      fields: { callId: "call-1", traceId: incomingCall().traceId },
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret|Geneva/);
  },
);

it("measures the whole call", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, entries, call } = setUp(async () => {
    await promise;
    return { content: [], isError: false };
  });

  const answer = call();
  await clock.advance(250);
  resolve();
  await answer;

  expect(entries[0]?.sentence).toBe("get-forecast answered in 250 ms");
});
