import type { JsonObject } from "@toolcourt/sdk";
import type { Random } from "../random.ts";
import { type Answer, askGateway, askWithYes, type Call, noTo } from "../world/ask-gateway.ts";
import { memoryTool, tools } from "../world/rig.ts";

/** An answer received by a caller. It cannot be revoked. */
export interface Acknowledged {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly code: string;
  /** Number of earlier kills. */
  readonly round: number;
}

/** Records the answers to callers from outside. No gateway can affect it. */
export interface Witness {
  readonly acknowledged: readonly Acknowledged[];
  /** Calls all tools with many concurrent callers until the gateway is gone. */
  readonly load: (url: URL, round: number) => Promise<void>;
  /** Settles interrupted calls, then makes one call of each kind in sequence. */
  readonly warmUp: (url: URL, round: number) => Promise<void>;
}

export interface WitnessOptions {
  readonly random: Random;
  readonly callers: number;
  readonly onAnswer?: () => void;
}

export function createWitness({ random, callers, onAnswer }: WitnessOptions): Witness {
  const acknowledged: Acknowledged[] = [];
  const interrupted = new Set<Call>();
  let count = 0;

  const noting = (made: Call, round: number) => (answer: Answer) => {
    const { tool, arguments: given } = made;
    acknowledged.push({ tool, arguments: given, code: answer.code, round });
    onAnswer?.();
    return answer;
  };
  const call = async (url: URL, round: number, tool = toolFor(random)): Promise<void> => {
    count += 1;
    const made = callOf(tool, count, random);
    const note = noting(made, round);
    if (!needsYes(tool)) return void note(await askGateway(url, made));
    interrupted.add(made);
    note(await askWithYes(url, made, note));
    interrupted.delete(made);
  };
  // An interrupted caller returns and declines: pending requests are limited, and nothing runs
  // twice.
  const settle = async (url: URL, round: number, made: Call): Promise<void> => {
    const note = noting(made, round);
    const { code, result } = note(await askGateway(url, made));
    if (code === "asked") note(await askGateway(url, { ...made, resumption: noTo(result) }));
    interrupted.delete(made);
  };
  const callOn = async (url: URL, round: number): Promise<void> => {
    try {
      for (;;) await call(url, round);
    } catch {
      // The gateway is gone, and the outcome of its work is unknown.
    }
  };
  return {
    acknowledged,
    warmUp: async (url, round) => {
      for (const made of interrupted) await settle(url, round, made);
      for (const tool of [...Object.values(tools), memoryTool]) await call(url, round, tool);
    },
    load: async (url, round) => {
      await Promise.all(Array.from({ length: callers }, () => callOn(url, round)));
    },
  };
}

function needsYes(tool: string): boolean {
  return tool === memoryTool || tool === tools.approved;
}

function toolFor(random: Random): string {
  const weight = random.next();
  if (weight < 0.1) return memoryTool;
  if (weight < 0.2) return tools.approved;
  return [tools.read, tools.write, tools.destroy][random.below(3)] ?? tools.read;
}

/** Returns a call with unique arguments, by which all its traces are found. */
function callOf(tool: string, number: number, random: Random): Call {
  if (tool !== memoryTool) return { tool, arguments: { city: `call-${number}` } };
  const text = "remember ".repeat(random.below(800));
  const entry = JSON.stringify({ number, text });
  return { tool, arguments: { file: "progress_log.jsonl", entry } };
}
