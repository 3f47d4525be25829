import { shrink } from "@toolcourt/contracts/internal/generation/shrink";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { type Expectation, expectationFor, isInput, isSameBreach } from "./expectation.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Entry } from "./ledger.ts";
import type { PreparedTool } from "./prepare-tool.ts";
import { isTimeLeft, type ProbeDeps } from "./probe-context.ts";
import type { Remark } from "./remark.ts";
import type { TestFinding } from "./report.ts";
import { severityOf, type TestRuleId } from "./rules.ts";
import { orGone } from "./server-connection.ts";
import { isShownLate, takeSideEffects } from "./side-effects.ts";

/** Turns entries into findings, with the smallest input and the command to repeat it. */
export async function toFindings(
  entries: readonly Entry[],
  tool: PreparedTool,
  deps: ProbeDeps & { readonly slowestMs?: number },
): Promise<readonly TestFinding[]> {
  const findings: TestFinding[] = [];
  for (const entry of entries) {
    const severity = severityOf(entry.remark.rule, deps.profiles);
    if (severity === "off") continue;
    const smallest = await smallestOf(entry, tool, deps);
    findings.push(findingOf(entry, { severity, smallest, tool: tool.contract.name, deps }));
  }
  return findings;
}

/** Undefined if no input shows it, or the server is gone. */
async function smallestOf(
  { remark, input, expectation, ...entry }: Entry,
  tool: PreparedTool,
  deps: ProbeDeps & { readonly slowestMs?: number },
): Promise<Smallest | undefined> {
  if (input === undefined || expectation === undefined) return undefined;
  const patienceMs = Math.min(deps.budget.patienceMs, patienceFor(deps.slowestMs));
  const shrinkDeps = { ...deps, tool, patienceMs };
  const shrunk = await orGone(shrinkEntry({ ...entry, remark, input, expectation }, shrinkDeps));
  return shrunk === "gone" ? undefined : shrunk;
}

/** A server that answers at all does so within a small multiple of its slowest time. */
function patienceFor(slowestMs = Number.POSITIVE_INFINITY): number {
  return Math.max(minPatienceMs, slowestMs * 20);
}

const minPatienceMs = 2_000;

interface Found {
  readonly severity: TestFinding["severity"];
  readonly smallest: Smallest | undefined;
  readonly tool: string;
  readonly deps: ProbeDeps;
}

function findingOf(entry: Entry, { severity, smallest, tool, deps }: Found): TestFinding {
  const { input, remark, isRepeatable } = smallest ?? { ...entry, isRepeatable: true };
  const { rule, pointer, expected, got } = remark;
  return {
    rule,
    severity,
    tool,
    probe: entry.probe,
    ...(input && { input }),
    ...(pointer !== undefined && { pointer }),
    expected,
    got,
    seed: deps.seed,
    repeat: deps.repeat(tool, isRepeatable ? input : undefined),
    ...shrunkFrom(entry.input, input),
    alike: entry.alike,
  };
}

function shrunkFrom(
  first: JsonObject | undefined,
  smallest: JsonObject | undefined,
): Pick<TestFinding, "shrunkFrom"> {
  return first === undefined || first === smallest ? {} : { shrunkFrom: first };
}

interface Smallest {
  readonly remark: Remark;
  readonly input: JsonObject;
  /** Whether the input alone reproduces the finding. */
  readonly isRepeatable: boolean;
}

interface ReproducibleEntry extends Omit<Entry, "alike"> {
  readonly input: JsonObject;
  readonly expectation: Expectation;
}

interface ShrinkDeps extends Pick<ProbeDeps, "subject" | "clock" | "endsAt"> {
  readonly tool: PreparedTool;
  readonly patienceMs: number;
}

/** Limits on tries for these rules: each try ends the server or waits for a timeout. */
const costly: Readonly<Partial<Record<TestRuleId, number>>> = {
  "test/crash": 40,
  "test/hang": 10,
  "test/protocol-error-malformed": 40,
};
const defaultTries = 120;

/** Rules about inputs of any kind, regardless of the schema. */
const whateverTheSchema: ReadonlySet<TestRuleId> = new Set<TestRuleId>([
  "test/crash",
  "test/hang",
  "test/stack-trace",
  "test/protocol-error-malformed",
  "test/result-malformed",
  "test/secret-in-output",
  "test/oversized",
  "test/stray-output",
  "test/answer-repeated",
  "test/answer-unasked",
]);

/** Finds the smallest input that reproduces an entry. Sends every candidate to the server. */
async function shrinkEntry(
  { remark, input, expectation, isExample }: ReproducibleEntry,
  deps: ShrinkDeps,
): Promise<Smallest> {
  let seen = remark;
  const fails = async (value: JsonValue): Promise<boolean> => {
    if (!isInput(value) || !isTimeLeft(deps)) return false;
    const again = await sendAgain(value, { isExample, expectation, remark }, deps);
    const same = again.find(({ key }) => key === remark.key);
    // A hang keeps the first remark: the retry waits for a shorter time.
    if (same !== undefined && same.rule !== "test/hang") seen = same;
    return same !== undefined;
  };
  // An example is a promise as written, so it is not shrunk.
  if (!(await fails(input))) return { remark, input, isRepeatable: false };
  if (isExample) return { remark: seen, input, isRepeatable: true };
  const { value } = await shrink(input, {
    fails,
    accepts: async (each) =>
      isInput(each) &&
      (whateverTheSchema.has(remark.rule) ||
        isSameBreach(await expectationFor(each, deps.tool.inputs), expectation)),
    tries: costly[remark.rule] ?? defaultTries,
  });
  return { remark: seen, input: isInput(value) ? value : input, isRepeatable: true };
}

async function sendAgain(
  input: JsonObject,
  {
    isExample,
    expectation,
    remark,
  }: Pick<ReproducibleEntry, "isExample" | "expectation" | "remark">,
  { subject, tool, patienceMs }: ShrinkDeps,
): Promise<readonly Remark[]> {
  const call = { name: tool.contract.name, input };
  const answer = await subject.call(call, patienceMs);
  const expected = isExample ? expectation : await expectationFor(input, tool.inputs);
  const remarks = await judgeAnswer({ call, expectation: expected, isExample, answer }, tool);
  // A process needs a moment to exit or to print after an answer.
  if (isShownLate(remark)) await subject.linger(patienceMs);
  return [...remarks, ...takeSideEffects(call.name, subject).map((each) => each.remark)];
}
