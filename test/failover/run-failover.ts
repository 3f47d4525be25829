import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { freePort, openBalancer } from "../../packages/testing/src/services/open-balancer.ts";
import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { openRedis } from "../../packages/testing/src/services/open-redis.ts";
import { type CountingServer, openCountingServer } from "../gate/counting-server.ts";
import { reading, sending } from "../gate/tools.ts";
import { openFigures } from "../promises/kills/kill-loop.ts";
import { reconcileCalls, zero } from "../promises/kills/reconcile.ts";
import type { Figure } from "../promises/promise.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { type Killable, startKillable } from "../promises/world/killable.ts";
import { readAudit } from "../promises/world/read-audit.ts";
import { tools } from "../promises/world/rig.ts";
import { callOn, type Made } from "./callers.ts";
import { type Recovery, recoveryAfter } from "./recovery.ts";

// Two replicas behind HAProxy. One is killed under load and started again, in turn.

export interface Failover {
  readonly rounds: number;
  readonly note: (line: string) => void;
}

const callers = 16;
/** Calls before a kill, and between a kill and the new start. */
const calmMs = 1_500;
const aloneMs = 2_500;
const keys = ["tck_first_caller_of_the_failover", "tck_second_caller_of_the_failover"];

const policy = `version: 1
roles: { caller: ["weather:read"] }
statements:
  - { id: all, effect: allow, roles: [caller], tools: ["*"] }
...
`;

interface Replica {
  readonly folder: Folder;
  readonly port: number;
  running: Killable;
}

export async function runFailover({ rounds, note }: Failover): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await openCountingServer({ tools: [reading(tools.read), sending(tools.write)] }),
  );
  const replicas = await openReplicas(upstream, stack);
  const balancer = stack.use(await openBalancer(replicas.map(({ port }) => port)));
  const made: Made[] = [];
  const reopened = { count: 0 };
  const stop = new AbortController();
  const url = new URL("/mcp", balancer.origin);
  await untilBalanced(url);
  const load = callOn(callers, { url, keys, made, reopened, signal: stop.signal });
  const recoveries: Recovery[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const recovery = await killOne(replicas[round % replicas.length], made);
    note(
      `round ${round}: first answer after ${recovery.firstMs.toFixed(0)} ms, 99 % after ${recovery.mostMs.toFixed(0)} ms`,
    );
    recoveries.push(recovery);
  }
  await systemClock.sleep(calmMs);
  stop.abort();
  await load;
  await Promise.all(replicas.map(({ running }) => running[Symbol.asyncDispose]()));
  const judged = await judge({ replicas, made, upstream });
  return [
    { label: "kills under load", value: recoveries.length, must: { is: rounds } },
    ...recoveryFigures(recoveries),
    ...callFigures(made),
    zero("sessions that had to be opened again", reopened.count),
    ...judged,
  ];
}

async function openReplicas(
  { url }: CountingServer,
  stack: AsyncDisposableStack,
): Promise<readonly Replica[]> {
  const postgres = stack.use(await openPostgres());
  const redis = stack.use(await openRedis());
  const shared = stack.use(await openFolder());
  const config: JsonObject = {
    server: { auth: { resource: "http://127.0.0.1:7420/mcp", keys: keys.map(keyEntry) } },
    policy: { file: "policy.yaml" },
    toolbox: {
      max_concurrent: 64,
      mcps: [serverEntry("world", url, { default_tool_config: { max_instances: 64 } })],
    },
    stores: { url: postgres.url, redis: redis.url },
    approvals: { key: `${shared.path}/approvals.key` },
    audit: { key: `${shared.path}/audit.key` },
  };
  const files = { "policy.yaml": policy, "toolcourt.yaml": JSON.stringify(config) };
  const start = async (): Promise<Replica> => {
    const folder = stack.use(await openFolder(files));
    const port = await freePort();
    const replica = { folder, port, running: await startKillable({ folder: folder.path, port }) };
    stack.defer(() => replica.running[Symbol.asyncDispose]());
    return replica;
  };
  // One after the other: the first creates the tables and the keys.
  return [await start(), await start()];
}

function keyEntry(key: string, place: number): JsonObject {
  return { name: `caller-${place}`, sha256: hash("sha256", key, "hex"), roles: ["caller"] };
}

async function untilBalanced(url: URL): Promise<void> {
  const ready = new URL("/readyz", url);
  while (!(await fetch(ready)).ok) await systemClock.sleep(50);
}

/** Kills a replica under load, lets the other one work alone, and starts it again. */
async function killOne(replica: Replica | undefined, made: readonly Made[]): Promise<Recovery> {
  if (replica === undefined) throw new Error("There is no replica to kill.");
  await systemClock.sleep(calmMs);
  const killedAt = systemClock.monotonic();
  replica.running.kill();
  await replica.running.gone;
  await systemClock.sleep(aloneMs);
  const recovery = recoveryAfter(killedAt, made);
  const { folder, port } = replica;
  replica.running = await startKillable({ folder: folder.path, port });
  return recovery;
}

function recoveryFigures(recoveries: readonly Recovery[]): readonly Figure[] {
  const first = Math.max(...recoveries.map(({ firstMs }) => firstMs));
  const steady = Math.max(...recoveries.map(({ mostMs }) => mostMs));
  return [
    { label: "from a kill to the first answer, at most", value: first, unit: "ms" },
    {
      label: "from a kill until 99 of 100 new calls are answered, at most",
      value: steady,
      unit: "ms",
      must: { atMost: 2_000 },
    },
  ];
}

function callFigures(made: readonly Made[]): readonly Figure[] {
  const groups = Map.groupBy(made, ({ kind, code }) => `${kind}: ${code}`);
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([label, { length }]) => ({ label, value: length }));
}

interface Ended {
  readonly replicas: readonly Replica[];
  readonly made: readonly Made[];
  readonly upstream: CountingServer;
}

/** Starts a replica once more, which lists what was left open, and compares all traces. */
async function judge({ replicas, made, upstream }: Ended): Promise<readonly Figure[]> {
  const folder = replicas[0]?.folder;
  if (folder === undefined) throw new Error("There is no replica.");
  const last = await startKillable({ folder: folder.path });
  await last[Symbol.asyncDispose]();
  const audit = await readAudit(folder.path);
  const acknowledged = made.filter(({ code }) => isAcknowledged(code));
  const done = new Set(upstream.calls.map(({ arguments: given }) => given["city"]));
  const writes = acknowledged.filter((each) => each.isAnswered && each.tool === tools.write);
  const missing = writes.filter(({ arguments: given }) => !done.has(given["city"] ?? ""));
  return [
    ...reconcileCalls({ acknowledged, effects: upstream.calls, audit }),
    zero("acknowledged writes without their effect", missing.length),
    zero("verifiers that object, of two", audit.objections),
    { label: "calls without an answer", value: made.length - acknowledged.length },
    ...openFigures(audit.calls.values(), last.printed()),
  ];
}

/** A status of the balancer or of the entrance, or a cut connection, acknowledges nothing. */
function isAcknowledged(code: string): boolean {
  return code !== "cut" && !code.startsWith("http ");
}
