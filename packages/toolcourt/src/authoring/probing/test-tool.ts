import type { JsonObject, ToolContract } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "./answer.ts";
import { probeBehavior } from "./behavior/behavior-probes.ts";
import type { Observer } from "./behavior/observers.ts";
import { expectationFor } from "./expectation.ts";
import { type InputPlan, type PlannedInput, planInputs } from "./inputs.ts";
import { judgeAnswer, judgeExample } from "./judge-answer.ts";
import { Ledger, withoutLikenesses } from "./ledger.ts";
import { type PreparedTool, prepareTool } from "./prepare-tool.ts";
import { isTimeLeft, type ProbeDeps, type ProbeResult } from "./probe-context.ts";
import type { ProbeTally, TestedTool } from "./report.ts";
import { type ProbeKind, probeKinds } from "./report.ts";
import { orGone } from "./server-connection.ts";
import { noteSideEffects, noticeEnd } from "./side-effects.ts";
import { factsOf, skipFor, skippedTool } from "./skips.ts";
import { toFindings } from "./to-finding.ts";

/** Limits on hangs and crashes: more would show nothing new and cost too much. */
const maxHangs = 2;
const maxCrashes = 12;

/** Runs all probes on one tool. The observers are reads that reveal changes. */
export async function testTool(
  contract: ToolContract,
  observers: readonly Observer[],
  deps: ProbeDeps,
): Promise<TestedTool> {
  const { subject, clock } = deps;
  const started = clock.monotonic();
  const callsBefore = subject.calls();
  const tool = await prepareTool(contract, deps);
  if (tool === undefined) return skippedTool(contract, "schema-refused");
  const plan = await planFor(tool, deps);

  const ledger = new Ledger();
  const { results, isGone } = await probeAll(plan.inputs, { tool, ledger, deps });
  const behavior = isGone ? [] : await probeBehavior({ tool, deps, results, observers }, ledger);
  if (!isGone) await noticeEnd(contract.name, ledger, deps);
  const times = answerTimes(results);
  const slowest = times.answerMs && { slowestMs: times.answerMs.slowest };
  const entries = withoutLikenesses(ledger.entries(), results);
  const findings = await toFindings(entries, tool, { ...deps, ...slowest });
  return {
    name: contract.name,
    facts: factsOf(contract, plan.unbroken),
    ...(isGone ? { skipped: skipFor("server-gone") } : skipAfter(results, plan, deps)),
    probes: [...talliesOf(results), ...behavior],
    findings,
    calls: subject.calls() - callsBefore,
    durationMs: clock.monotonic() - started,
    ...times,
  };
}

async function planFor(tool: PreparedTool, { given, budget }: ProbeDeps): Promise<InputPlan> {
  if (given === undefined) return planInputs(tool, budget.callsPerTool);
  return { inputs: [await plannedAlone(given, tool)], unbroken: 0 };
}

async function plannedAlone(input: JsonObject, tool: PreparedTool): Promise<PlannedInput> {
  const { inputs } = await planInputs(tool, 1);
  const example = inputs.find(
    (each) => each.example !== undefined && JSON.stringify(each.input) === JSON.stringify(input),
  );
  const expectation = await expectationFor(input, tool.inputs);
  return (
    example ?? { probe: expectation.kind === "refuse" ? "invalid" : "valid", input, expectation }
  );
}

interface ProbeContext {
  readonly tool: PreparedTool;
  readonly ledger: Ledger;
  readonly deps: ProbeDeps;
}

async function probeAll(
  inputs: readonly PlannedInput[],
  context: ProbeContext,
): Promise<{ readonly results: readonly ProbeResult[]; readonly isGone: boolean }> {
  const { deps } = context;
  const results: ProbeResult[] = [];
  const counts = { hang: 0, crash: 0 };
  for (const planned of inputs) {
    if (!isTimeLeft(deps) || counts.hang >= maxHangs || counts.crash >= maxCrashes) break;
    const answer = await orGone(probeOne(planned, context));
    if (answer === "gone") return { results, isGone: true };
    results.push({ planned, answer });
    if (answer.kind === "hang" || answer.kind === "crash") counts[answer.kind] += 1;
  }
  return { results, isGone: false };
}

async function probeOne(
  planned: PlannedInput,
  { tool, ledger, deps }: ProbeContext,
): Promise<Answer> {
  const { input, probe, expectation, example } = planned;
  const call = { name: tool.contract.name, input };
  const answer = await deps.subject.call(call);
  if (deps.progress) deps.onProgress?.({ ...deps.progress, calls: deps.subject.calls() });
  const isExample = example !== undefined;
  const remarks = [
    ...(await judgeAnswer({ call, expectation, isExample, answer }, tool)),
    ...judgeExample(planned, answer),
  ];
  for (const remark of remarks) ledger.add({ remark, probe, input, expectation, isExample });
  noteSideEffects(ledger, { tool: call.name, deps, expectation });
  return answer;
}

function skipAfter(
  results: readonly ProbeResult[],
  { inputs }: InputPlan,
  deps: ProbeDeps,
): Pick<TestedTool, "skipped"> {
  if (results.length < inputs.length && !isTimeLeft(deps))
    return { skipped: skipFor("time-spent") };
  if (results.length > 0 && results.every(({ answer }) => answer.kind === "asks")) {
    return { skipped: skipFor("asks") };
  }
  const hasValid = inputs.some(({ expectation }) => expectation.kind !== "refuse");
  return hasValid || deps.given !== undefined ? {} : { skipped: skipFor("no-valid-input") };
}

function talliesOf(results: readonly ProbeResult[]): readonly ProbeTally[] {
  const calls = (kind: ProbeKind): number =>
    results.filter(({ planned }) => planned.probe === kind).length;
  return probeKinds
    .map((kind) => ({ kind, calls: calls(kind) }))
    .filter((tally) => tally.calls > 0);
}

function answerTimes(results: readonly ProbeResult[]): Pick<TestedTool, "answerMs"> {
  const times = results
    .filter(({ answer }) => isSuccess(answer))
    .map(({ answer }) => answer.ms)
    .toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const slowest = times.at(-1);
  return median === undefined || slowest === undefined ? {} : { answerMs: { median, slowest } };
}
