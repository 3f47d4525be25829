import type { JsonObject } from "@toolcourt/sdk";
import { orGone } from "./keeper.ts";
import type { Entry } from "./ledger.ts";
import type { TestFinding } from "./report.ts";
import { severityOf } from "./rules.ts";
import type { Setting } from "./setting.ts";
import { type Smallest, shrinkEntry } from "./shrink-entry.ts";
import type { ToolBench } from "./tool-bench.ts";

/** Turns entries into findings, with the smallest input and the command to repeat it. */
export async function toFindings(
  entries: readonly Entry[],
  bench: ToolBench,
  setting: Setting & { readonly slowestMs?: number },
): Promise<readonly TestFinding[]> {
  const findings: TestFinding[] = [];
  for (const entry of entries) {
    const severity = severityOf(entry.remark.rule, setting.profiles);
    if (severity === "off") continue;
    const smallest = await smallestOf(entry, bench, setting);
    findings.push(findingOf(entry, { severity, smallest, tool: bench.contract.name, setting }));
  }
  return findings;
}

/** Undefined if no input shows it, or the server is gone. */
async function smallestOf(
  { remark, input, expectation, ...entry }: Entry,
  bench: ToolBench,
  { subject, isTimeLeft, budget, slowestMs }: Setting & { readonly slowestMs?: number },
): Promise<Smallest | undefined> {
  if (input === undefined || expectation === undefined) return undefined;
  const patienceMs = Math.min(budget.patienceMs, patienceFor(slowestMs));
  const scene = { subject, bench, isTimeLeft, patienceMs };
  const shrunk = await orGone(shrinkEntry({ ...entry, remark, input, expectation }, scene));
  return shrunk === "gone" ? undefined : shrunk;
}

/** A server that answers at all does so within a small multiple of its slowest time. */
function patienceFor(slowestMs = Number.POSITIVE_INFINITY): number {
  return Math.max(leastPatienceMs, slowestMs * 20);
}

const leastPatienceMs = 2_000;

interface Found {
  readonly severity: TestFinding["severity"];
  readonly smallest: Smallest | undefined;
  readonly tool: string;
  readonly setting: Setting;
}

function findingOf(entry: Entry, { severity, smallest, tool, setting }: Found): TestFinding {
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
    seed: setting.seed,
    repeat: setting.repeat(tool, isRepeatable ? input : undefined),
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
