import { isJsonObject, type JsonObject, parseJson, readContract } from "@toolcourt/sdk";
import type { SchemaEngine } from "../../packages/contracts/src/schemas/engine.ts";
import { createAutoClock } from "../../packages/testing/src/fake-clock.ts";
import type {
  TestFinding,
  TestReport,
} from "../../packages/toolcourt/src/authoring/probing/report.ts";
import { testServer } from "../../packages/toolcourt/src/authoring/probing/test-server.ts";
import { readAllowed } from "../../packages/toolcourt/src/cli/commands/test/flags.ts";
import { openExhibit } from "./open.ts";
import type { Exhibit } from "./server.ts";

export interface Visit {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** Maximum inputs generated per tool. */
  readonly calls: number;
  /** The one tool and input to replay from a finding. Default: test everything. */
  readonly again?: Again;
}

interface Again {
  readonly tool: string;
  readonly input?: JsonObject;
}

const noAbort = new AbortController().signal;

/** Tests an exhibit in this process, as `toolcourt test --allow write` would in its own. */
export function visit(
  exhibit: Exhibit,
  { engine, seed, calls, again }: Visit,
): Promise<TestReport> {
  const clock = createAutoClock();
  return testServer({
    server: "zoo",
    label: "zoo",
    transport: "stdio",
    open: (listeners) => openExhibit(exhibit, { clock, signal: noAbort, listeners }),
    read: async (tools) => tools.map((tool) => readContract({ server: "zoo", tool })),
    mayCall: readAllowed(["write"]),
    only: again === undefined ? [] : [again.tool],
    engine,
    clock,
    signal: noAbort,
    seed,
    budget: { callsPerTool: calls, timeMs: 3_600_000, patienceMs: 10_000 },
    profiles: exhibit.profiles ?? ["core"],
    repeat: (tool, input) => JSON.stringify({ tool, ...(input && { input }) }),
    ...(again?.input && { given: again.input }),
  });
}

/** Replays a finding. */
export function visitAgain(
  exhibit: Exhibit,
  finding: TestFinding,
  visited: Visit,
): Promise<TestReport> {
  const said = parseJson(finding.repeat);
  const input = isJsonObject(said) ? said["input"] : undefined;
  const again = { tool: finding.tool, ...(isJsonObject(input) && { input }) };
  return visit(exhibit, { ...visited, again });
}
