import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, start } from "../processes/start.ts";

/** Event streams of a gateway's console, read by a process of their own. */
export interface Viewers extends AsyncDisposable {
  /** Returns how many calls every stream has shown. Rejects if one has ended. */
  readonly shown: () => Promise<number>;
  /** Resolves once every stream has shown so many calls. */
  readonly untilShown: (calls: number) => Promise<void>;
}

const program = resolve(import.meta.dirname, "program.ts");
const pollMs = 10;
const patienceMs = 10_000;

/** Follows all topics of the gateway with the configuration in `home`. */
export async function openViewers(streams: number, home: string): Promise<Viewers> {
  const port = await freePort();
  const shown = async (): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}`);
    const text = await response.text();
    if (response.status !== 200) throw new Error("ends the stream of a viewer");
    return Number(text);
  };
  const args = ["--conditions=@toolcourt/source", program, `${port}`, home, `${streams}`];
  const isUp = async (): Promise<void> => void (await shown());
  const { [Symbol.asyncDispose]: end } = await start({ args, port, folder: home, isUp });
  return {
    shown,
    untilShown: async (calls) => {
      const until = performance.now() + patienceMs;
      while ((await shown()) < calls) {
        if (performance.now() > until) throw new Error("does not show its calls to the viewers");
        await sleep(pollMs);
      }
    },
    [Symbol.asyncDispose]: end,
  };
}
