import type { JsonObject } from "@toolcourt/sdk";
import type { Random } from "../random.ts";
import { type Answer, askGateway, askWithYes, type Call, noTo } from "../world/ask-gateway.ts";
import { memoryTool, tools } from "../world/court.ts";

/** An answer that a caller has in its hands. Nobody can take it back. */
export interface Acknowledged {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly code: string;
  /** How many kills there were before. */
  readonly round: number;
}

/** Stands outside and writes down what callers were told. No gateway can touch it. */
export interface Witness {
  readonly acknowledged: readonly Acknowledged[];
  /** Calls whatever there is, with many callers at once, until the gateway is gone. */
  readonly load: (url: URL, round: number) => Promise<void>;
  /** Settles what was interrupted before, and makes one call of each kind, one after the other. */
  readonly warmUp: (url: URL, round: number) => Promise<void>;
}

export interface WitnessOptions {
  readonly random: Random;
  readonly callers: number;
  readonly heard?: () => void;
}

export function createWitness({ random, callers, heard }: WitnessOptions): Witness {
  const acknowledged: Acknowledged[] = [];
  const interrupted = new Set<Call>();
  let count = 0;

  const noting = (made: Call, round: number) => (answer: Answer) => {
    const { tool, arguments: given } = made;
    acknowledged.push({ tool, arguments: given, code: answer.code, round });
    heard?.();
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
  // Whoever was interrupted comes back and declines: only so many requests may wait, and nothing runs twice.
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
      // The gateway is gone, and what it was doing for us nobody has told us.
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

/** Every call has arguments of its own, by which it is found again wherever it left a trace. */
function callOf(tool: string, number: number, random: Random): Call {
  if (tool !== memoryTool) return { tool, arguments: { city: `call-${number}` } };
  const text = "remember ".repeat(random.below(800));
  const entry = JSON.stringify({ number, text });
  return { tool, arguments: { file: "progress_log.jsonl", entry } };
}
