import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { ToolContract } from "@toolcourt/sdk";
import { orGone } from "../keeper.ts";
import type { TestedTool } from "../report.ts";
import type { Setting } from "../setting.ts";
import { findObservers, mostObservers, type Observer } from "./observers.ts";

/** Manages the observers: the reads that reveal changes. */
export interface Watch {
  /** Picks observers from all tools, if the server can be restarted or one input is replayed. */
  readonly begin: (contracts: readonly ToolContract[]) => Promise<void>;
  /** Considers a tool already tested as harmless, if the server cannot be restarted. */
  readonly learn: (contract: ToolContract, tested: TestedTool) => Promise<void>;
  readonly observers: () => readonly Observer[];
}

export function createWatch(
  { engine }: { readonly engine: SchemaEngine },
  setting: Setting,
): Watch {
  let observers: readonly Observer[] = [];
  const add = async (contracts: readonly ToolContract[]): Promise<void> => {
    const found = await orGone(findObservers(contracts, engine, setting));
    // Discarded here: the tool's own test reports its crash.
    setting.subject.takeLateCrash();
    if (found !== "gone") observers = [...observers, ...found].slice(0, mostObservers);
  };
  return {
    begin: async (contracts) => {
      if (setting.startsAnew || setting.given !== undefined) await add(contracts);
    },
    learn: async (contract, tested) => {
      if (!setting.startsAnew && isHarmless(tested)) await add([contract]);
    },
    observers: () => observers,
  };
}

/** Tells whether a tool can be called without ending the server. */
function isHarmless({ findings, skipped }: TestedTool): boolean {
  return (
    skipped === undefined &&
    findings.every(({ rule }) => rule !== "test/crash" && rule !== "test/hang")
  );
}
