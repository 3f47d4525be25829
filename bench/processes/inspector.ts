import { z } from "zod";

/** Reads a program's memory through Node's inspector. */
export interface Inspector extends Disposable {
  /** Live heap bytes after a full garbage collection. */
  readonly liveBytes: () => Promise<number>;
  /** Heap bytes that `work` allocates, collected ones too. Samples, so within a few percent. */
  readonly allocatedBytes: (work: () => Promise<void>) => Promise<number>;
}

const message = z.object({ id: z.number().optional() });
const samplingIntervalBytes = 32 * 1024;
const evenCollected = {
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

export function inspectFlag(port: number): string {
  return `--inspect=127.0.0.1:${port}`;
}

export async function openInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json`);
  const address = /"webSocketDebuggerUrl":\s*"([^"]+)"/.exec(await response.text())?.[1];
  if (address === undefined) throw new Error("The program has no inspector.");
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));

  const waiting = new Map<number, (text: string) => void>();
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    const { id } = message.parse(JSON.parse(text));
    if (id !== undefined) waiting.get(id)?.(text);
  });
  let asked = 0;
  const ask = (method: string, params = {}): Promise<string> =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  return {
    liveBytes: async () => {
      await ask("HeapProfiler.collectGarbage");
      return Number(/"usedSize":(\d+)/.exec(await ask("Runtime.getHeapUsage"))?.[1]);
    },
    allocatedBytes: async (work) => {
      const samplingInterval = samplingIntervalBytes;
      await ask("HeapProfiler.startSampling", { samplingInterval, ...evenCollected });
      await work();
      const profile = await ask("HeapProfiler.stopSampling");
      const sizes = [...profile.matchAll(/"selfSize":(\d+)/g)].map(([, size]) => Number(size));
      return sizes.reduce((total, size) => total + size, 0);
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
