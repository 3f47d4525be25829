import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonObject, ToolContract } from "@toolcourt/sdk";
import { noteAftermath, noticeEnd } from "./aftermath.ts";
import { type Answer, isSuccess } from "./answer.ts";
import { probeConduct } from "./conduct/conduct-probes.ts";
import type { Observer } from "./conduct/observers.ts";
import { expectationFor } from "./expectation.ts";
import { type InputPlan, type PlannedInput, planInputs } from "./inputs.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { judgeExample } from "./judge-example.ts";
import { orGone } from "./keeper.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type ProbeKind, probeKinds } from "./probe-kinds.ts";
import type { ProbeTally, TestedTool } from "./report.ts";
import { withoutLikenesses } from "./same-refusal.ts";
import type { Setting } from "./setting.ts";
import type { Shot } from "./shot.ts";
import { factsOf, skippedTool } from "./skipped-tool.ts";
import { skipFor } from "./skips.ts";
import { toFindings } from "./to-finding.ts";
import { prepareTool, type ToolBench } from "./tool-bench.ts";

/** Limits on hangs and crashes: more would show nothing new and cost too much. */
const mostHangs = 2;
const mostCrashes = 12;

interface Surroundings {
  readonly engine: SchemaEngine;
  /** Reads that reveal changes. */
  readonly observers: readonly Observer[];
}

/** Runs all probes on one tool. */
export async function testTool(
  contract: ToolContract,
  { engine, observers }: Surroundings,
  setting: Setting,
): Promise<TestedTool> {
  const { subject, clock } = setting;
  const started = clock.monotonic();
  const callsBefore = subject.calls();
  const bench = await prepareTool(contract, engine, setting);
  if (bench === undefined) return skippedTool(contract, "schema-refused");
  const plan = await planFor(bench, setting);

  const ledger = createLedger();
  const { shots, isGone } = await shoot(plan.inputs, { bench, ledger, setting });
  const conduct = isGone ? [] : await probeConduct({ bench, setting, shots, observers }, ledger);
  if (!isGone) await noticeEnd(contract.name, ledger, setting);
  const times = answerTimes(shots);
  const slowest = times.answerMs && { slowestMs: times.answerMs.slowest };
  const entries = withoutLikenesses(ledger.entries(), shots);
  const findings = await toFindings(entries, bench, { ...setting, ...slowest });
  return {
    name: contract.name,
    facts: factsOf(contract, plan.unbroken),
    ...(isGone ? { skipped: skipFor("server-gone") } : skipAfter(shots, plan, setting)),
    probes: [...talliesOf(shots), ...conduct],
    findings,
    calls: subject.calls() - callsBefore,
    durationMs: clock.monotonic() - started,
    ...times,
  };
}

async function planFor(bench: ToolBench, { given, budget }: Setting): Promise<InputPlan> {
  if (given === undefined) return planInputs(bench, budget.callsPerTool);
  return { inputs: [await plannedAlone(given, bench)], unbroken: 0 };
}

async function plannedAlone(input: JsonObject, bench: ToolBench): Promise<PlannedInput> {
  const { inputs } = await planInputs(bench, 1);
  const example = inputs.find(
    (each) => each.example !== undefined && JSON.stringify(each.input) === JSON.stringify(input),
  );
  const expectation = await expectationFor(input, bench.inputs);
  return (
    example ?? { probe: expectation.kind === "refuse" ? "invalid" : "valid", input, expectation }
  );
}

interface Range {
  readonly bench: ToolBench;
  readonly ledger: Ledger;
  readonly setting: Setting;
}

interface Shooting {
  readonly shots: readonly Shot[];
  readonly isGone: boolean;
}

async function shoot(inputs: readonly PlannedInput[], range: Range): Promise<Shooting> {
  const { setting } = range;
  const shots: Shot[] = [];
  const counts = { hang: 0, crash: 0 };
  for (const planned of inputs) {
    if (!setting.isTimeLeft() || counts.hang >= mostHangs || counts.crash >= mostCrashes) break;
    const answer = await orGone(shootOne(planned, range));
    if (answer === "gone") return { shots, isGone: true };
    shots.push({ planned, answer });
    if (answer.kind === "hang" || answer.kind === "crash") counts[answer.kind] += 1;
  }
  return { shots, isGone: false };
}

async function shootOne(planned: PlannedInput, { bench, ledger, setting }: Range): Promise<Answer> {
  const { input, probe, expectation, example } = planned;
  const call = { name: bench.contract.name, input };
  const answer = await setting.subject.call(call);
  setting.onCall?.();
  const isExample = example !== undefined;
  const remarks = [
    ...(await judgeAnswer({ call, expectation, isExample, answer }, bench)),
    ...judgeExample(planned, answer),
  ];
  for (const remark of remarks) ledger.add({ remark, probe, input, expectation, isExample });
  noteAftermath(ledger, { tool: call.name, setting, expectation });
  return answer;
}

function skipAfter(
  shots: readonly Shot[],
  { inputs }: InputPlan,
  { isTimeLeft, given }: Setting,
): Pick<TestedTool, "skipped"> {
  if (shots.length < inputs.length && !isTimeLeft()) return { skipped: skipFor("time-spent") };
  if (shots.length > 0 && shots.every(({ answer }) => answer.kind === "asks")) {
    return { skipped: skipFor("asks") };
  }
  const hasValid = inputs.some(({ expectation }) => expectation.kind !== "refuse");
  return hasValid || given !== undefined ? {} : { skipped: skipFor("no-valid-input") };
}

function talliesOf(shots: readonly Shot[]): readonly ProbeTally[] {
  const calls = (kind: ProbeKind): number =>
    shots.filter(({ planned }) => planned.probe === kind).length;
  return probeKinds
    .map((kind) => ({ kind, calls: calls(kind) }))
    .filter((tally) => tally.calls > 0);
}

function answerTimes(shots: readonly Shot[]): Pick<TestedTool, "answerMs"> {
  const times = shots
    .filter(({ answer }) => isSuccess(answer))
    .map(({ answer }) => answer.ms)
    .toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const slowest = times.at(-1);
  return median === undefined || slowest === undefined ? {} : { answerMs: { median, slowest } };
}
