import type { ContractReading, Effect } from "@toolcourt/sdk";
import { planInputs } from "./inputs.ts";
import { prepareTool } from "./prepare-tool.ts";
import type { ProbeKind, Skip } from "./report.ts";
import { isHinted, skipFor, whySkipped } from "./skips.ts";
import { Subject } from "./subject.ts";
import type { TestOptions } from "./test-server.ts";

/** The planned test of one tool. */
export interface PlannedTool {
  readonly name: string;
  readonly effect?: Effect;
  /** Whether only the server's own hint says that the tool reads. Default: no. */
  readonly hinted?: true;
  readonly skipped?: Skip;
  /** Number of planned inputs of each kind. The answers lead to further calls. */
  readonly inputs: readonly InputCount[];
}

export interface InputCount {
  readonly kind: ProbeKind;
  readonly inputs: number;
}

/** Lists the tools of a server and draws their inputs, without any call. */
export async function planTest(options: TestOptions): Promise<readonly PlannedTool[]> {
  await using subject = new Subject({ ...options, patienceMs: options.budget.patienceMs });
  const planned: PlannedTool[] = [];
  for (const reading of await options.read(await subject.list())) {
    planned.push(await planTool(reading, options));
  }
  return planned;
}

async function planTool(reading: ContractReading, options: TestOptions): Promise<PlannedTool> {
  if (reading.kind === "unreadable") {
    return { name: reading.name, skipped: skipFor("unreadable"), inputs: [] };
  }
  const { contract } = reading;
  const { name, effect } = contract;
  const reason = whySkipped(reading, options);
  if (reason !== undefined) {
    const hinted = isHinted(contract) ? { hinted: true as const } : {};
    return { name, effect, ...hinted, skipped: skipFor(reason, contract), inputs: [] };
  }
  const tool = await prepareTool(contract, options);
  if (tool === undefined) return { name, effect, skipped: skipFor("schema-refused"), inputs: [] };
  const { inputs } = await planInputs(tool, options.budget.callsPerTool);
  const counts = Map.groupBy(inputs, ({ probe }) => probe);
  return {
    name,
    effect,
    inputs: [...counts].map(([kind, all]) => ({ kind, inputs: all.length })),
  };
}
