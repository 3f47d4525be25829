import type { ToolContract } from "@toolcourt/sdk";
import type { SchemaEngine } from "../../../contracts/schemas/engine.ts";
import { orGone } from "../keeper.ts";
import type { TestedTool } from "../report.ts";
import type { Setting } from "../setting.ts";
import { findObservers, mostObservers, type Observer } from "./observers.ts";

/** The reads by which changes are seen. */
export interface Watch {
  /** Takes all there are, where a server that ends is started again, or somebody wants to see something again. */
  readonly begin: (contracts: readonly ToolContract[]) => Promise<void>;
  /** Takes a tool that is known by now, where nobody would start the server again. */
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
    // What is wrong with a tool shows when it is tested itself.
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

/** Whether a tool can be called without ending the server. */
function isHarmless({ findings, skipped }: TestedTool): boolean {
  return (
    skipped === undefined &&
    findings.every(({ rule }) => rule !== "test/crash" && rule !== "test/hang")
  );
}
