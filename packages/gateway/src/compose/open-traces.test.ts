import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openOtlpReceiver } from "@toolcourt/testing/otlp-receiver";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger, type LogEntry } from "../telemetry/logger.ts";
import { openTraces } from "./open-traces.ts";

async function setUp(url?: URL) {
  const receiver = await openOtlpReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const entries: LogEntry[] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  const otlp = {
    url: url ?? receiver.url,
    headers: { "x-api-key": "opensesame" },
    serviceName: "toolcourt",
    sampleRatio: 1,
  };
  const traces = await openTraces(otlp, "ignore", {
    clock: systemClock,
    random: () => 0,
    randomBytes,
    newId: () => "id",
    log,
    servers: [],
  });
  const record = async () => {
    traces.served({ method: "tools/call" })?.end({});
    await traces[Symbol.asyncDispose]();
    return entries.map(({ event }) => event);
  };
  return { receiver, record, entries };
}

// Sends real requests to our own receiver, some of them retried.
describe("openTraces", () => {
  it("sends traces with the configured headers", async () => {
    const { receiver, record } = await setUp();
    const events = await record();

    expect(receiver.spans).toHaveLength(1);
    expect(receiver.headers[0]).toMatchObject({ "x-api-key": "opensesame" });
    expect(events).toEqual([]);
  });

  it("retries while the receiver is busy", async () => {
    const { receiver, record } = await setUp();
    receiver.failWith(503);
    await record();

    expect(receiver.spans).toHaveLength(1);
  });

  it("logs once that traces are refused, without credentials", async () => {
    const { record, entries } = await setUp(new URL("http://127.0.0.1:1/v1/traces"));

    expect(await record()).toEqual(["traces.export-failed"]);
    expect(JSON.stringify(entries)).not.toContain("opensesame");
  });

  it("does not follow redirects", async () => {
    const { receiver, record } = await setUp();
    receiver.failWith(307);

    expect(await record()).toEqual(["traces.export-failed"]);
    expect(receiver.spans).toHaveLength(0);
  });
});
