import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import type { Level } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createWriter } from "./open-watch.ts";

const ids = { callId: "c", traceId: "t", correlation_id: "r", tool_id: "a", tool: "a" };
const none = { server: "crm", session_id: null, connection_id: null };
const closed = { ...ids, ...none, stage: "run", ms: 1 } as const;

interface Scene extends Pick<Config["telemetry"], "format" | "calls"> {
  readonly minLevel: Level;
  readonly isWatched?: boolean;
}

/** Returns how many lines there are about a good and a refused call. */
async function linesOf({ format, calls, minLevel, isWatched }: Scene): Promise<number> {
  const lines: string[] = [];
  const stack = new AsyncDisposableStack();
  const write = createWriter(
    { format, calls },
    {
      print: (line) => void lines.push(line),
      minLevel,
      isWatched,
      redaction: new Redaction(),
      clock: createFakeClock(),
      stack,
    },
  );
  const { log } = createLogger(write);
  log("call.closed", { ...closed, status: "answered", outcome: "answered" });
  log("call.closed", { ...closed, status: "refused", outcome: "busy" });
  await stack.disposeAsync();
  return lines.length;
}

describe("the lines about calls", () => {
  it.each([
    ["a terminal shows only failures", { isWatched: true }, 1],
    ["a pipe gets all", {}, 2],
    ["a terminal shows all with --verbose", { isWatched: true, minLevel: "debug" }, 2],
    ["a terminal shows all if they are warnings", { isWatched: true, calls: "warning" }, 2],
    ["JSON has all", { isWatched: true, format: "json" }, 2],
    ["failures are shown when calls are details", { calls: "debug" }, 1],
  ] as const)("%s", async (_, scene, count) => {
    expect(await linesOf({ format: "text", calls: "info", minLevel: "info", ...scene })).toBe(
      count,
    );
  });
});
