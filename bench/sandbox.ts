import { execPath, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { EraMemory } from "../packages/gateway/src/upstreams/connection.ts";
import { openStdioUpstream } from "../packages/gateway/src/upstreams/stdio/open-stdio-upstream.ts";
import type { Sandbox } from "../packages/gateway/src/upstreams/transport.ts";
import type { Upstream } from "../packages/gateway/src/upstreams/upstream.ts";
import { useSandboxes } from "../packages/testing/src/sandboxes.ts";

// Measures what a sandbox costs a stdio server: its start until the first answer, and one call. Runs
// with and without a sandbox alternate, so that both see the same machine.

const rounds = 15;
const callsARound = 5_000;

const server = fileURLToPath(
  new URL("../packages/testing/src/programs/roaming-server.ts", import.meta.url),
);
const { signal } = new AbortController();
const { missing, searchPath } = await useSandboxes();
if (missing !== undefined) throw new Error(`There is no sandbox here: ${missing}`);
const sandbox: Sandbox = {
  read: [server],
  write: [],
  network: "none",
  maxMemory: 512 * 1024 * 1024,
  maxProcesses: 128,
};

async function open(isClosed: boolean): Promise<Upstream> {
  return openStdioUpstream(
    {
      kind: "stdio",
      command: execPath,
      args: [server],
      env: {},
      ...(isClosed && { sandbox }),
    },
    {
      clock: systemClock,
      signal,
      memory: new EraMemory(systemClock),
      searchPath,
      listeners: { toolsChanged: () => undefined },
      sandboxing: {
        server: "roaming",
        folder: "/",
        packages: "/nowhere",
        installing: {},
        hidden: async () => [],
      },
    },
  );
}

interface Measured {
  readonly startMs: number;
  readonly callMs: number;
}

async function measure(isClosed: boolean): Promise<Measured> {
  const begun = systemClock.monotonic();
  await using upstream = await open(isClosed);
  await upstream.listTools(signal);
  const started = systemClock.monotonic();
  const call = { name: "try", arguments: { what: "place" } };
  for (let made = 0; made < callsARound; made += 1) await upstream.callTool(call, signal);
  const ended = systemClock.monotonic();
  return { startMs: started - begun, callMs: (ended - started) / callsARound };
}

const free: Measured[] = [];
const closed: Measured[] = [];
for (let round = 0; round < rounds; round += 1) {
  free.push(await measure(false));
  closed.push(await measure(true));
}

function median(measured: readonly Measured[], of: keyof Measured): number {
  const sorted = measured.map((each) => each[of]).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

for (const [name, of] of [
  ["start until the first answer", "startMs"],
  ["one call", "callMs"],
] as const) {
  const [without, inside] = [median(free, of), median(closed, of)];
  const ratio = (inside / without).toFixed(2);
  stdout.write(
    `${name}: ${without.toFixed(3)} ms, in a sandbox ${inside.toFixed(3)} ms, ${ratio} times\n`,
  );
}
