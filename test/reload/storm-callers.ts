import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { speak } from "../gate/speak.ts";
import { createRandom } from "../promises/random.ts";
import type { StormCall } from "./in-force.ts";
import { keys, stormTools } from "./storm-changes.ts";

// Callers that call any tool with their key until they are stopped, whatever is in force.

/** A call with the text that its server received, so that it can be found there. */
export interface Made extends StormCall {
  readonly city: string;
}

export interface Calling {
  readonly url: URL;
  readonly made: Made[];
  readonly signal: AbortSignal;
}

const pauseMs = 20;
const patienceMs = 60_000;

export async function callOn(count: number, calling: Calling): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, place) => callAs(place, calling)));
}

async function callAs(place: number, { url, made, signal }: Calling): Promise<void> {
  const random = createRandom(place);
  // One caller of four is the guest, whose key comes and goes.
  const key = keys[place % 4 === 3 ? 1 : 0] ?? "";
  for (let id = 1; !signal.aborted; id += 1) {
    const tool = stormTools[random.below(stormTools.length)] ?? "";
    const city = `call-${place}-${id}`;
    const beganAt = systemClock.monotonic();
    const code = await outcomeFor({ url, key, tool, city, id });
    made.push({ tool, key, city, beganAt, endedAt: systemClock.monotonic(), code });
    await systemClock.sleep(pauseMs);
  }
}

interface Wanted {
  readonly url: URL;
  readonly key: string;
  readonly tool: string;
  readonly city: string;
  readonly id: number;
}

async function outcomeFor({ url, key, tool, city, id }: Wanted): Promise<string> {
  const given = tool === "tell-process" ? {} : { city };
  const params = { name: tool, arguments: given };
  const { message, headers } = speak("modern", { id, method: "tools/call", params, meta: {} });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key}`,
        ...headers,
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return response.status === 200 ? codeIn(text) : `http ${response.status}`;
  } catch {
    return "cut";
  }
}

function codeIn(text: string): string {
  const answer = parseJson(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  if (!isJsonObject(answer)) return "cut";
  const { refused, rpc } = outcomeOf(answer);
  return refused ?? (rpc === undefined ? "answered" : `error ${rpc}`);
}
