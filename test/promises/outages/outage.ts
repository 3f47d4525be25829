import { existsSync, readFileSync } from "node:fs";
import { own } from "@toolcourt/sdk";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import type { GatewayProcess } from "../gateway-process.ts";
import { type Answer, askGateway, askWithYes, type Call, yesTo } from "../world/ask-gateway.ts";
import { memoryTool, type Rig, tools } from "../world/rig.ts";

/** A gateway served from a rig, before its store fails. */
export interface Place {
  readonly rig: Rig;
  readonly gateway: GatewayProcess;
}

/** A temporary failure of a store. */
export interface Outage {
  readonly name: string;
  /** Begins the outage and returns the function that ends it. */
  readonly begin: (place: Place) => Promise<() => void | Promise<void>>;
}

/** Observations during and after the outage. */
export interface Seen {
  readonly answers: readonly (Answer & { readonly tool: string })[];
  /**
   * Calls that reached the server and bytes added to the memory while nothing could be recorded.
   */
  readonly effects: number;
  readonly resumedAfterMs: number;
}

/** Timeout for the store to be usable again. */
const maxWaitMs = 10_000;
let made = 0;

/** Makes calls of all kinds during an outage and repeats them all afterwards. */
export async function sitOut(place: Place, outage: Outage, rounds: number): Promise<Seen> {
  const { url } = place.gateway;
  await untilAnswered(url, everyKind());
  const agreed = await askedBefore(url);
  const calls = [...agreed, memoryCall(), ...Array.from({ length: rounds }, ofServer).flat()];
  const before = effectsOf(place);
  const end = await outage.begin(place);
  const answers: Seen["answers"][number][] = [];
  try {
    for (let from = 0; from < calls.length; from += callsAtOnce) {
      const some = calls.slice(from, from + callsAtOnce).map(async (call) => {
        return { ...(await askGateway(url, call)), tool: call.tool };
      });
      answers.push(...(await Promise.all(some)));
    }
  } finally {
    await end();
  }
  const effects = effectsOf(place) - before;
  const ended = systemClock.monotonic();
  await untilAnswered(url, everyKind().slice(0, 1));
  const resumedAfterMs = systemClock.monotonic() - ended;
  const refused = calls.filter((_, index) => answers[index]?.code !== "answered");
  await untilAnswered(
    url,
    refused.map(({ tool, arguments: given }) => ({ tool, arguments: given })),
  );
  return { answers, effects, resumedAfterMs };
}

const callsAtOnce = 7;

function ofServer(): readonly Call[] {
  return Object.values(tools).map(callOf);
}

function everyKind(): readonly Call[] {
  return [...ofServer(), memoryCall()];
}

function callOf(tool: string): Call {
  made += 1;
  return { tool, arguments: { city: `call-${made}` } };
}

function memoryCall(): Call {
  made += 1;
  const entry = JSON.stringify({ made });
  return { tool: memoryTool, arguments: { file: "progress_log.jsonl", entry } };
}

/** Returns calls approved before the outage, to be made during it. */
async function askedBefore(url: URL): Promise<readonly Call[]> {
  const calls = [callOf(tools.approved), memoryCall()];
  return Promise.all(
    calls.map(async (call) => {
      const { code, result } = await askGateway(url, call);
      if (code !== "asked" || own(result, "requestState") === undefined) {
        throw new Error(`Nobody was asked: ${code}`);
      }
      return { ...call, resumption: yesTo(result) };
    }),
  );
}

function effectsOf({ rig: { upstream, memoryFile } }: Place): number {
  const bytes = existsSync(memoryFile) ? readFileSync(memoryFile).length : 0;
  return upstream.calls.length + bytes;
}

/** Waits until each of these calls succeeds, without intervention. */
async function untilAnswered(url: URL, calls: readonly Call[]): Promise<void> {
  const until = systemClock.monotonic() + maxWaitMs;
  for (const call of calls) {
    for (;;) {
      const { code } = await askWithYes(url, call, () => undefined);
      if (code === "answered") break;
      if (systemClock.monotonic() > until) throw new Error(`${call.tool} is still ${code}.`);
      await systemClock.sleep(20);
    }
  }
}
