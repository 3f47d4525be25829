import type { ToolContract } from "@toolcourt/sdk";
import {
  builtinRules,
  isCallable,
  lintContract,
  type ProfileName,
  type Rule,
} from "@toolcourt/sdk/rules";
import type { Row } from "./area.ts";
import { offenderRow, quantileRows, rateRow } from "./tools-figures.ts";

interface Watch {
  readonly crashes: string[];
  /** Number of contracts with a finding, per rule. */
  readonly alarms: Map<string, number>;
}

/** Measured: 17. */
const maxFactor = 40;

const adoptedRules = builtinRules.filter(({ id }) => id !== "output/present");

/**
 * Runs all rules on real contracts. None may crash, and the scanners must leave honest tools alone.
 */
export function measureJudging(contracts: readonly ToolContract[]): readonly Row[] {
  const watch: Watch = { crashes: [], alarms: new Map() };
  const rules = builtinRules.map((rule) => watched(rule, watch));
  const times: number[] = [];
  const references: number[] = [];
  const callable = callableUnder("core", { contracts, rules, times, references });
  const share = (rule: string): readonly [number, number] => [
    watch.alarms.get(rule) ?? 0,
    contracts.length,
  ];
  return [
    offenderRow("rules that crashed on a real tool", watch.crashes),
    {
      what: "real tools callable under core",
      figure: callable,
      unit: "count",
      note: `${contracts.filter(({ output }) => output !== undefined).length} come with an output schema`,
    },
    {
      what: "real tools callable under core, once adopted",
      figure: callableUnder("core", { contracts, rules: adoptedRules }),
      unit: "count",
      note: "as if an operator had written every missing output schema",
    },
    {
      what: "real tools callable under registry",
      figure: callableUnder("registry", { contracts, rules: builtinRules }),
      unit: "count",
    },
    {
      what: "real tools with a hidden-character alarm",
      figure: watch.alarms.get("text/visible") ?? 0,
      unit: "count",
      bound: { at: "exactly", value: 0 },
    },
    rateRow("real tools with an instruction alarm", share("text/instructions"), {
      at: "most",
      value: 0.005,
    }),
    rateRow("real tools with a parameter for the host", share("input/host-filled")),
    ...costRows(times, references),
  ];
}

function costRows(times: readonly number[], references: readonly number[]): readonly Row[] {
  return [
    ...quantileRows("all rules on one real tool", times),
    {
      what: "all rules on one real tool, mean",
      figure: sumOf(times) / times.length,
      unit: "ms",
    },
    {
      // A ratio, because the milliseconds differ by half between machines.
      what: "the same, times what writing and reading the tools as JSON takes",
      figure: sumOf(times) / sumOf(references),
      unit: "count",
      bound: { at: "most", value: maxFactor },
    },
  ];
}

interface Judging {
  readonly contracts: readonly ToolContract[];
  readonly rules: readonly Rule[];
  /** Receives the milliseconds per contract. Default: not measured. */
  readonly times?: number[];
  /** Receives the milliseconds that writing and reading a contract as JSON takes. */
  readonly references?: number[];
}

function callableUnder(profile: ProfileName, judging: Judging): number {
  const { contracts, rules, times, references } = judging;
  const namesakes = Map.groupBy(contracts, ({ server, name }) => JSON.stringify([server, name]));
  const now = Date.now();
  return contracts.filter((contract) => {
    const scene = {
      namesakes: (name: string) =>
        namesakes.get(JSON.stringify([contract.server, name]))?.length ?? 0,
      now,
    };
    const started = performance.now();
    const findings = lintContract(contract, { rules, profiles: [profile], scene });
    times?.push(performance.now() - started);
    references?.push(referenceMs(contract));
    return isCallable(findings);
  }).length;
}

function referenceMs(contract: ToolContract): number {
  const started = performance.now();
  JSON.parse(JSON.stringify(contract));
  return performance.now() - started;
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0);
}

// `lintContract` turns a crash into a finding, which suits users but would mask it here.
function watched(rule: Rule, { crashes, alarms }: Watch): Rule {
  return {
    ...rule,
    check: (contract, scene) => {
      try {
        const remarks = [...rule.check(contract, scene)];
        if (remarks.length > 0) alarms.set(rule.id, (alarms.get(rule.id) ?? 0) + 1);
        return remarks;
      } catch (error) {
        crashes.push(`${rule.id} on ${contract.server}/${contract.name}`);
        throw error;
      }
    },
  };
}
