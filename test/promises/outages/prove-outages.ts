import type { JsonObject } from "@toolcourt/sdk";
import { startGateway } from "../gateway-process.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { openRig, type Rig, tools } from "../world/rig.ts";
import { type Outage, type Seen, sitOut } from "./outage.ts";

export interface OutagePlan {
  readonly config?: JsonObject;
  /** Runs before the gateway starts. Default: nothing. */
  readonly prepare?: (rig: Rig) => Promise<void>;
  /** Outages during which all calls are refused. */
  readonly outages: readonly Outage[];
  /**
   * Outages during which only calls that need approval are refused, because entries have a second
   * place. Default: none.
   */
  readonly harmless?: readonly Outage[];
}

const refusal = "audit-failed";

/** Puts the store of one gateway through one outage after the other. */
export async function proveOutages(
  { config, prepare, outages, harmless = [] }: OutagePlan,
  { short, signal }: ProofContext,
): Promise<readonly Figure[]> {
  await using rig = await openRig(config && { config });
  await prepare?.(rig);
  await using gateway = await startGateway({ folder: rig.folder.path });
  const rounds = short ? 1 : 6;
  const figures: Figure[] = [];
  for (const outage of outages) {
    signal.throwIfAborted();
    const seen = await sitOut({ rig, gateway }, outage, rounds);
    figures.push(...refusedFigures(outage.name, seen));
  }
  for (const outage of harmless) {
    const { answers } = await sitOut({ rig, gateway }, outage, rounds);
    figures.push(...unharmedFigures(outage.name, answers));
  }
  return figures;
}

function refusedFigures(name: string, { answers, effects, resumedAfterMs }: Seen): Figure[] {
  const others = answers.filter(({ code }) => code !== refusal).length;
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return [
    { label: `${name}: calls`, value: answers.length, must: { atLeast: 1 } },
    { label: `${name}: not refused as ${refusal}`, value: others, must: { is: 0 } },
    { label: `${name}: effects`, value: effects, must: { is: 0 } },
    { label: `${name}: slowest refusal`, value: slowest, unit: "ms", must: { atMost: 1_000 } },
    { label: `${name}: works again after`, value: resumedAfterMs, unit: "ms" },
  ];
}

function unharmedFigures(name: string, answers: Seen["answers"]): readonly Figure[] {
  const free: readonly string[] = [tools.read, tools.write, tools.destroy];
  const calls = answers.filter(({ tool }) => free.includes(tool));
  const refused = calls.filter(({ code }) => code !== "answered").length;
  return [
    { label: `${name} alone: calls that need no approval`, value: calls.length },
    { label: `${name} alone: of them refused`, value: refused, must: { is: 0 } },
  ];
}
