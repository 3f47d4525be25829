import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ContractReading, JsonObject, JsonValue, ToolContract } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { ObserverPool } from "./behavior/observers.ts";
import { judgeList, judgeStart } from "./judge-list.ts";
import type { ProbeDeps } from "./probe-context.ts";
import type { Budget, TestedTool, TestReport } from "./report.ts";
import { skippedOf, whyNotNow, whySkipped } from "./skips.ts";
import { type ServerListener, Subject } from "./subject.ts";
import { testTool } from "./test-tool.ts";

export interface TestOptions extends Pick<Runtime, "clock" | "signal"> {
  readonly server: string;
  readonly label: string;
  readonly transport: TestReport["transport"];
  /** Connects, or starts the program. Called again after each crash. */
  readonly open: (listener: ServerListener) => Promise<Upstream>;
  /** Builds contracts from the server's list and the operator's overlay. */
  readonly read: (tools: readonly JsonValue[]) => Promise<readonly ContractReading[]>;
  /** Whether a tool may be called at all. */
  readonly mayCall: (contract: ToolContract) => boolean;
  /** The tools to test. Empty for all. */
  readonly only: readonly string[];
  readonly engine: SchemaEngine;
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  /** Returns the command that reproduces a finding: by its input, or by its seed without one. */
  readonly repeat: (tool: string, input?: JsonObject) => string;
  /** The only input to try, when a finding is replayed. Default: draw inputs. */
  readonly given?: JsonObject;
  readonly onProgress?: (progress: TestProgress) => void;
}

/** Progress of a test. */
export interface TestProgress {
  readonly tool: string;
  /** Number of finished tools, and of all tools to call. */
  readonly done: number;
  readonly tools: number;
  readonly calls: number;
}

/** Tests all callable tools of a server, one after the other. */
export async function testServer(options: TestOptions): Promise<TestReport> {
  const { server, label, transport, clock, signal, budget, seed, profiles } = options;
  const startedAt = clock.now();
  const started = clock.monotonic();
  await using subject = new Subject({ ...options, patienceMs: budget.patienceMs });
  const endsAt = started + budget.timeMs;
  const deps = { ...options, subject, endsAt, startsAnew: transport === "stdio" };
  const listed = await subject.list();
  const listedAgain = await subject.list();
  const tools = await testAll(await options.read(listed), deps);
  const unstable = await judgeList([listed, listedAgain], deps);
  const findings = [...judgeStart(deps), ...unstable];
  signal.throwIfAborted();
  const durationMs = clock.monotonic() - started;
  return {
    server,
    label,
    transport,
    seed,
    budget,
    profiles,
    startedAt,
    durationMs,
    tools,
    findings,
  };
}

async function testAll(
  readings: readonly ContractReading[],
  deps: ProbeDeps,
): Promise<readonly TestedTool[]> {
  const chosen = readings.filter((reading) => whySkipped(reading, deps) === undefined);
  const pool = new ObserverPool(deps);
  if (chosen.length > 0) await pool.begin(callable(readings, deps));
  const tested: TestedTool[] = [];
  let done = 0;
  let isGone = false;
  for (const reading of readings) {
    const skip = whySkipped(reading, deps) ?? whyNotNow(deps, isGone);
    if (reading.kind === "unreadable" || skip !== undefined) {
      tested.push(skippedOf(reading, skip));
      continue;
    }
    const { contract } = reading;
    const progress = { tool: contract.name, done, tools: chosen.length };
    deps.onProgress?.({ ...progress, calls: deps.subject.calls() });
    const tool = await testTool(contract, pool.observers(), { ...deps, progress });
    isGone = tool.skipped?.reason === "server-gone";
    await pool.learn(contract, tool);
    tested.push(tool);
    done += 1;
  }
  return tested;
}

function callable(
  readings: readonly ContractReading[],
  { mayCall }: TestOptions,
): readonly ToolContract[] {
  return readings.flatMap((reading) =>
    reading.kind === "contract" && mayCall(reading.contract) ? [reading.contract] : [],
  );
}
