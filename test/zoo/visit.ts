import { readContract } from "@toolcourt/sdk";
import { readAllowed } from "../../packages/gateway/src/cli/test-flags.ts";
import type { Clock } from "../../packages/gateway/src/kernel/clock.ts";
import type { TestReport } from "../../packages/gateway/src/probing/report.ts";
import { testServer } from "../../packages/gateway/src/probing/test-server.ts";
import type { SchemaEngine } from "../../packages/gateway/src/schemas/engine.ts";
import { createLeapingClock } from "./leaping-clock.ts";
import { openExhibit } from "./open.ts";
import type { Exhibit } from "./server.ts";

export interface Visit {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** The most calls of one tool. */
  readonly calls: number;
  readonly clock?: Clock;
}

const noAbort = new AbortController().signal;

/** Tests an exhibit in this process, as `toolcourt test --allow write` would in one of its own. */
export function visit(
  exhibit: Exhibit,
  { engine, seed, calls, clock }: Visit,
): Promise<TestReport> {
  const time = clock ?? createLeapingClock();
  return testServer({
    server: "zoo",
    label: "zoo",
    transport: "stdio",
    open: (listeners) => openExhibit(exhibit, { clock: time, signal: noAbort, listeners }),
    read: async (tools) => tools.map((tool) => readContract({ server: "zoo", tool })),
    mayCall: readAllowed(["write"]),
    only: [],
    engine,
    clock: time,
    signal: noAbort,
    seed,
    budget: { callsPerTool: calls, timeMs: 3_600_000, patienceMs: 10_000 },
    profiles: exhibit.profiles ?? ["core"],
    repeat: (tool, input) => JSON.stringify({ tool, ...(input && { input }) }),
  });
}
