/** Reads a program's memory through Node's inspector. */
export interface Inspector extends Disposable {
  /** Live heap bytes after a full garbage collection. */
  readonly liveBytes: () => Promise<number>;
}

export function inspectFlag(port: number): string {
  return `--inspect=127.0.0.1:${port}`;
}

export async function openInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json`);
  const text = await response.text();
  const address = /"webSocketDebuggerUrl":\s*"([^"]+)"/.exec(text)?.[1];
  if (address === undefined) throw new Error("The program has no inspector.");
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));

  const ask = (method: string): Promise<string> =>
    new Promise((resolve) => {
      const take = ({ data }: MessageEvent): void => resolve(String(data));
      socket.addEventListener("message", take, { once: true });
      socket.send(JSON.stringify({ id: 1, method }));
    });
  return {
    liveBytes: async () => {
      await ask("HeapProfiler.collectGarbage");
      return Number(/"usedSize":(\d+)/.exec(await ask("Runtime.getHeapUsage"))?.[1]);
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
