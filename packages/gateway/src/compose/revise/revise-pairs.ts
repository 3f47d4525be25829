import type { RevisedTool } from "@toolcourt/contracts/internal/revisions/revision";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";

/** A tool as the lock has it, and as its server offers it now. */
export interface RevisedPair {
  readonly server: string;
  readonly tool: string;
  /** The tool objects as received. */
  readonly was: JsonObject;
  readonly now: JsonObject;
}

interface RevisingDeps {
  readonly engine: SchemaEngine;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly signal: AbortSignal;
}

/** Fixed, so that every run produces the same witnesses. */
const seed = 1;

/** Determines the effect of each change on callers. A tool that cannot be read is left out. */
export async function revisePairs(
  pairs: readonly RevisedPair[],
  { engine, at, signal }: RevisingDeps,
): Promise<ReadonlyMap<string, RevisedTool>> {
  const [before, after] = [new Map<string, ToolContract>(), new Map<string, ToolContract>()];
  for (const { server, tool, was, now } of pairs) {
    const known = contractOf(server, was);
    // The lock does not cover overlays, which belong to the operator.
    const offered = contractOf(server, now);
    if (known === undefined || offered === undefined) continue;
    before.set(keyOf(server, tool), known);
    after.set(keyOf(server, tool), offered);
  }
  // Loaded lazily: other commands must start without the witness generator.
  const { reviseTools } = await import("@toolcourt/contracts/internal/revisions/revise-tools");
  const { tools } = await reviseTools({ before, after }, { engine, seed, now: at, signal });
  return new Map(tools.map((revised) => [keyOf(revised.server, revised.name), revised]));
}

function contractOf(server: string, tool: JsonObject): ToolContract | undefined {
  const reading = readContract({ server, tool });
  return reading.kind === "contract" ? reading.contract : undefined;
}

/** Names a tool in the answer of `revisePairs`. */
export function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
