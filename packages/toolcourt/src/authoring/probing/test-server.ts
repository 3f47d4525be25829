import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ContractReading, JsonObject, JsonValue, ToolContract } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { skippedOf, whyNotNow, whySkipped } from "./chosen.ts";
import { createWatch } from "./conduct/watch.ts";
import { judgeList } from "./judge-list.ts";
import { judgeStart } from "./judge-start.ts";
import type { Budget, TestedTool, TestReport } from "./report.ts";
import type { Setting } from "./setting.ts";
import { createSubject, type Hearing, type Subject } from "./subject.ts";
import { testTool } from "./test-tool.ts";

export interface TestOptions {
  readonly server: string;
  readonly label: string;
  readonly transport: TestReport["transport"];
  /** Connects, or starts the program. Called again after each crash. */
  readonly open: (hearing: Hearing) => Promise<Upstream>;
  /** Builds contracts from the server's list and the operator's overlay. */
  readonly read: (tools: readonly JsonValue[]) => Promise<readonly ContractReading[]>;
  /** Whether a tool may be called at all. */
  readonly mayCall: (contract: ToolContract) => boolean;
  /** The tools to test. Empty for all. */
  readonly only: readonly string[];
  readonly engine: SchemaEngine;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  readonly repeat: Setting["repeat"];
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
  const isTimeLeft = (): boolean => clock.monotonic() - started < budget.timeMs;
  await using subject = createSubject({ ...options, patienceMs: budget.patienceMs });
  const setting = { ...options, subject, isTimeLeft, startsAnew: transport === "stdio" };
  const listed = await subject.list();
  const listedAgain = await subject.list();
  const tools = await testAll(await options.read(listed), { options, setting });
  const unstable = await judgeList([listed, listedAgain], setting);
  const findings = [...judgeStart(setting), ...unstable];
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

interface Run {
  readonly options: TestOptions;
  readonly setting: Setting;
}

async function testAll(
  readings: readonly ContractReading[],
  { options, setting }: Run,
): Promise<readonly TestedTool[]> {
  const chosen = readings.filter((reading) => whySkipped(reading, options) === undefined);
  const watch = createWatch(options, setting);
  if (chosen.length > 0) await watch.begin(callable(readings, options));
  const tested: TestedTool[] = [];
  let done = 0;
  let isGone = false;
  for (const reading of readings) {
    const skip = whySkipped(reading, options) ?? whyNotNow(setting, isGone);
    if (reading.kind === "unreadable" || skip !== undefined) {
      tested.push(skippedOf(reading, skip));
      continue;
    }
    const { contract } = reading;
    const onCall = progressOf(contract, options, { ...setting, done, tools: chosen.length });
    const surroundings = { engine: options.engine, observers: watch.observers() };
    const tool = await testTool(contract, surroundings, { ...setting, onCall });
    isGone = tool.skipped?.reason === "server-gone";
    await watch.learn(contract, tool);
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

interface Here {
  readonly subject: Subject;
  readonly done: number;
  readonly tools: number;
}

function progressOf(
  { name }: ToolContract,
  { onProgress }: TestOptions,
  { subject, done, tools }: Here,
): () => void {
  const tell = (): void => onProgress?.({ tool: name, done, tools, calls: subject.calls() });
  tell();
  return tell;
}
