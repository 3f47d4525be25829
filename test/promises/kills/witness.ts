import type { JsonObject } from "@toolcourt/sdk";
import type { Random } from "../random.ts";
import { type Answer, askGateway, askWithYes, type Call } from "../world/ask-gateway.ts";
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
}

export interface WitnessOptions {
  readonly random: Random;
  readonly callers: number;
  readonly heard?: () => void;
}

export function createWitness({ random, callers, heard }: WitnessOptions): Witness {
  const acknowledged: Acknowledged[] = [];
  let count = 0;

  const call = async (url: URL, round: number): Promise<void> => {
    count += 1;
    const made = callFor(random, count);
    const note = ({ code }: Answer): void => {
      acknowledged.push({ tool: made.tool, arguments: made.arguments, code, round });
      heard?.();
    };
    const needsYes = made.tool === memoryTool || made.tool === tools.approved;
    note(await (needsYes ? askWithYes(url, made, note) : askGateway(url, made)));
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
    load: async (url, round) => {
      await Promise.all(Array.from({ length: callers }, () => callOn(url, round)));
    },
  };
}

/** Every call has arguments of its own, by which it is found again wherever it left a trace. */
function callFor(random: Random, number: number): Call {
  const weight = random.next();
  if (weight < 0.1) return memoryCall(random, number);
  const tool =
    weight < 0.2
      ? tools.approved
      : ([tools.read, tools.write, tools.destroy][number % 3] ?? tools.read);
  return { tool, arguments: { city: `call-${number}` } };
}

function memoryCall(random: Random, number: number): Call {
  const text = "remember ".repeat(random.below(800));
  const entry = JSON.stringify({ number, text });
  return { tool: memoryTool, arguments: { file: "progress_log.jsonl", entry } };
}
