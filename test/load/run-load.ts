import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { type Clock, systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { speak } from "../gate/speak.ts";
import { command } from "../promises/command.ts";
import { startGateway } from "../promises/gateway-process.ts";
import type { Figure } from "../promises/promise.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { startUpstream, type UpstreamProcess } from "./upstream-process.ts";

// Ten callers of two tenants. One tenant calls servers that fail in every way, the other one calls
// healthy tools, alone and beside it in turn.

export interface Load {
  /** Rounds that are run in any case, and at most. */
  readonly least: number;
  readonly most: number;
  readonly note: (line: string) => void;
}

const aloneMs = 4_000;
/** One whole turn of all disturbances. */
const togetherMs = 14_000;
const callersPerTenant = 5;
const pauseMs = 20;
/** Longer than every timeout in the gateway. */
const patienceMs = 20_000;
const healthy = ["get-calm", "get-mixed-good"];
const noisy = ["get-shaky", "get-mixed-bad", "get-exiting", "get-mixed-good"];

interface Tally {
  sent: number;
  unanswered: number;
  readonly refusals: Map<string, number>;
  readonly times: number[];
}

export async function runLoad({ least, most, note }: Load): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const calm = stack.use(await startUpstream("get-calm"));
  const mixed = stack.use(await startUpstream("get-mixed-good", "get-mixed-bad"));
  const shaky = stack.use(await startUpstream("get-shaky"));
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  await folder.write("toolcourt.yaml", configOf({ calm, mixed, shaky }));
  const gateway = stack.use(await startGateway({ folder: folder.path }));
  const tallies = new Map<string, Tally>();
  const run = (tenant: string, tools: readonly string[], ms: number): Promise<number> =>
    runTenant({ url: gateway.url, tenant, tools, tallies }, ms);
  await run("b", healthy, 2_000);
  const best = { alone: Number.POSITIVE_INFINITY, together: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= most; round += 1) {
    const alone = await run("b", healthy, aloneMs);
    const [together] = await Promise.all([
      run("b", healthy, togetherMs),
      run("a", noisy, togetherMs),
      disturb(shaky),
    ]);
    note(`round ${round}: p99 ${alone.toFixed(1)} ms alone, ${together.toFixed(1)} ms together`);
    // As for P11: other load on the machine only makes a round slower.
    best.alone = Math.min(best.alone, alone);
    best.together = Math.min(best.together, together);
    if (round >= least && best.together <= 2 * best.alone) break;
  }
  await gateway[Symbol.asyncDispose]();
  return figuresOf(tallies, best, await balancesIn(folder));
}

interface Tenant {
  readonly url: URL;
  readonly tenant: string;
  readonly tools: readonly string[];
  readonly tallies: Map<string, Tally>;
}

/** Returns the p99 of the tenant's calls. */
async function runTenant({ tenant, ...rest }: Tenant, ms: number): Promise<number> {
  const tally = newTally();
  const until = systemClock.monotonic() + ms;
  const caller = (_: unknown, index: number): Promise<void> =>
    callUntil(until, { ...rest, key: keyOf(tenant, index), tally }, systemClock);
  await Promise.all(Array.from({ length: callersPerTenant }, caller));
  return p99(tally);
}

function newTally(): Tally {
  return { sent: 0, unanswered: 0, refusals: new Map(), times: [] };
}

interface Calling {
  readonly url: URL;
  readonly key: string;
  readonly tools: readonly string[];
  readonly tally: Tally;
  readonly tallies: Map<string, Tally>;
}

async function callUntil(until: number, calling: Calling, clock: Clock): Promise<void> {
  const { tools, tally, tallies } = calling;
  for (let turn = 0; clock.monotonic() < until; turn += 1) {
    const tool = tools[turn % tools.length] ?? "";
    const ofTool = tallies.get(tool) ?? newTally();
    tallies.set(tool, ofTool);
    const began = clock.monotonic();
    const outcome = await outcomeFor(calling, tool, turn);
    tally.times.push(clock.monotonic() - began);
    for (const each of [tally, ofTool]) {
      each.sent += 1;
      if (outcome === "unanswered") each.unanswered += 1;
      else if (outcome !== "answered")
        each.refusals.set(outcome, (each.refusals.get(outcome) ?? 0) + 1);
    }
    await clock.sleep(pauseMs);
  }
}

async function outcomeFor({ url, key }: Calling, name: string, id: number): Promise<string> {
  const params = { name, arguments: { city: "Bern" } };
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
    const answer = parseJson(await response.text());
    return codeOf(answer);
  } catch {
    return "unanswered";
  }
}

/** Returns `answered`, the code of the refusal, or that of a protocol error. */
function codeOf(answer: unknown): string {
  if (!isJsonObject(answer)) return "unanswered";
  const { refused, rpc } = outcomeOf(answer);
  return refused ?? (rpc === undefined ? "answered" : `error ${rpc}`);
}

/** Kills, stops, slows and garbles a server in turn, with rests between. */
async function disturb(server: UpstreamProcess): Promise<void> {
  const deeds: readonly (readonly [begin: () => unknown, end: () => unknown])[] = [
    [server.kill, server.revive],
    [() => server.signal("SIGSTOP"), () => server.signal("SIGCONT")],
    [() => server.be("slow"), () => server.be("well")],
    [() => server.be("garbling"), () => server.be("well")],
  ];
  for (const [begin, end] of deeds) {
    await begin();
    await systemClock.sleep(2_000);
    await end();
    await systemClock.sleep(1_000);
  }
}

function p99({ times }: Tally): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

interface Balance {
  opened: number;
  closed: number;
}

/** Counts what was opened and closed in the audit log, by kind. */
async function balancesIn({ path }: Folder): Promise<ReadonlyMap<string, Balance>> {
  await command(path, "audit", "export", "--out", "audit.jsonl");
  const balances = new Map<string, Balance>();
  for await (const line of createInterface({
    input: createReadStream(join(path, "audit.jsonl")),
  })) {
    const [, what, end] = /^(.+)\.(opened|closed)$/.exec(kindIn(line)) ?? [];
    if (what === undefined) continue;
    const balance = balances.get(what) ?? { opened: 0, closed: 0 };
    if (end === "opened") balance.opened += 1;
    else balance.closed += 1;
    balances.set(what, balance);
  }
  return balances;
}

function kindIn(line: string): string {
  const row = parseJson(line);
  const body = isJsonObject(row) ? own(row, "body") : undefined;
  const kind = isJsonObject(body) ? own(body, "kind") : undefined;
  return typeof kind === "string" ? kind : "";
}

function figuresOf(
  tallies: ReadonlyMap<string, Tally>,
  { alone, together }: { readonly alone: number; readonly together: number },
  balances: ReadonlyMap<string, Balance>,
): readonly Figure[] {
  const all = [...tallies];
  const refused = (tally: Tally): number => [...tally.refusals.values()].reduce((a, b) => a + b, 0);
  return [
    { label: "calls sent", value: all.reduce((sum, [, { sent }]) => sum + sent, 0) },
    {
      label: "calls without an answer",
      value: all.reduce((sum, [, { unanswered }]) => sum + unanswered, 0),
      must: { is: 0 },
    },
    ...[...balances].flatMap(([kind, { opened, closed }]): readonly Figure[] => [
      { label: `${kind}: opened`, value: opened, must: { atLeast: 1 } },
      { label: `${kind}: opened and not closed`, value: opened - closed, must: { is: 0 } },
    ]),
    { label: "kinds of requests in the audit log", value: balances.size, must: { atLeast: 1 } },
    ...all.map(([tool, tally]): Figure => {
      const codes = [...tally.refusals].map(([code, count]) => `${code} ${count}`).join(", ");
      const label = `refused calls of ${tool}, of ${tally.sent}${codes && `: ${codes}`}`;
      const must = healthy.includes(tool) ? { is: 0 } : { atLeast: 1 };
      return { label, value: refused(tally), must };
    }),
    {
      label: "times as long for the other tenant's slowest hundredth as alone",
      value: together / alone,
      must: { atMost: 2 },
    },
  ];
}

const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;

function keyOf(tenant: string, index: number): string {
  return `tck_${tenant}_${index}_of_the_load_test`;
}

function configOf(servers: Readonly<Record<string, UpstreamProcess>>): string {
  const keys = ["a", "b"].flatMap((tenant) =>
    Array.from({ length: callersPerTenant }, (_, index) => ({
      name: `${tenant}-${index}`,
      sha256: hash("sha256", keyOf(tenant, index), "hex"),
      roles: ["reader"],
      tenant,
    })),
  );
  const default_tool_config = { timeout: "PT1S", max_instances: 8 };
  const exiting: JsonObject = {
    name: "exiting",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", join(import.meta.dirname, "exiting-program.ts")],
    mode: "dynamic",
    default_tool_config,
  };
  const entries = Object.entries(servers).map(([name, { url }]) =>
    serverEntry(name, url, { default_tool_config }),
  );
  return JSON.stringify({
    server: { auth: { resource: "http://127.0.0.1:7420/mcp", keys } },
    policy: { file: "policy.yaml" },
    toolbox: { max_concurrent: 12, mcps: [...entries, exiting] },
  });
}
