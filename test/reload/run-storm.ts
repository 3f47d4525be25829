import { readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { kill } from "node:process";
import { setTimeout as later } from "node:timers";
import { fileURLToPath } from "node:url";
import { own } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { askControl } from "../../packages/gateway/src/edge/control-socket.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  answering,
  type Exchange,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { done } from "../attacks/upstream.ts";
import { reading } from "../gate/tools.ts";
import { command } from "../promises/command.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { zero } from "../promises/kills/reconcile.ts";
import type { Figure } from "../promises/promise.ts";
import { createRandom } from "../promises/random.ts";
import { InForce, judge, slopeOf } from "./in-force.ts";
import { callOn, type Made } from "./storm-callers.ts";
import {
  byItself,
  type Change,
  configOf,
  firstState,
  httpServers,
  isServer,
  nextChange,
  permittedBy,
  stormPolicy,
  type Urls,
} from "./storm-changes.ts";
import { configFile } from "./world.ts";

// A gateway in its own process whose configuration changes all the time, under callers.

export interface Storm {
  readonly changes: number;
  readonly callers: number;
  readonly seed: number;
  readonly note: (line: string) => void;
  /** Too few samples say nothing about the resident memory. */
  readonly boundsMemory: boolean;
}

/** Calls go on between two changes. */
const calmMs = 40;
const slowMs = 300;
/** The watch looks every second. A change that takes this long is lost. */
const confirmMs = 10_000;
/** What a change may leave behind in the heap, and in the process. */
const maxHeapKb = 50;
const maxResidentKb = 500;
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

export async function runStorm(storm: Storm): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const arrived = new Set<string>();
  const urls = await openServers(arrived, stack);
  const config = JSON.stringify(configOf(firstState, urls));
  const files = { "policy.yaml": stormPolicy, [configFile]: config };
  const folder = stack.use(await openFolder(files));
  const monitor = fileURLToPath(new URL("./heap-monitor.ts", import.meta.url));
  const flags = ["--expose-gc", "--import", monitor];
  const gateway = stack.use(await startGateway({ folder: folder.path, flags }));
  const run = new StormRun(storm, { folder, gateway, urls });
  const made: Made[] = [];
  const stop = new AbortController();
  const load = callOn(storm.callers, { url: gateway.url, made, signal: stop.signal });
  await run.changeAll().finally(() => stop.abort());
  await load;
  const children = await run.childrenLeft();
  const exitCode = gateway.exitCode();
  await gateway[Symbol.asyncDispose]();
  return [
    ...callFigures(made, { inForce: run.inForce, arrived, note: storm.note }),
    ...run.figures(),
    ...(await auditFigures(folder.path, gateway.printed())),
    zero("server processes left behind", children),
    zero("ends of the gateway before it was stopped", exitCode === undefined ? 0 : 1),
  ];
}

async function openServers(arrived: Set<string>, stack: AsyncDisposableStack): Promise<Urls> {
  const urls = new Map<string, string>();
  for (const name of httpServers) {
    const tools = [reading(`read-${name}`), reading(`slow-${name}`)];
    const capabilities = { tools: {} };
    const { url } = stack.use(
      await listen({
        "server/discover": answering({ ...seal, supportedVersions: ["2026-07-28"], capabilities }),
        "tools/list": answering({ ...seal, tools }),
        "tools/call": (exchange) => answerCall(exchange, arrived),
        else: refuseWith(404),
      }),
    );
    urls.set(name, url.href);
  }
  return urls;
}

function answerCall(exchange: Exchange, arrived: Set<string>): void {
  const { name, params } = exchange;
  arrived.add(/"city":"([^"]+)"/.exec(JSON.stringify(params))?.[1] ?? "");
  later(() => answering(done)(exchange), name.startsWith("slow-") ? slowMs : 0);
}

interface Stage {
  readonly folder: Folder;
  readonly gateway: GatewayProcess;
  readonly urls: Urls;
}

/** Changes the configuration again and again, and notes what was in force when. */
class StormRun {
  readonly #storm: Storm;
  readonly #stage: Stage;
  readonly inForce = new InForce(permittedBy(firstState));
  readonly #counts = new Map<string, number>();
  readonly #heap: number[] = [];
  readonly #resident: number[] = [];
  readonly #unexpected: string[] = [];
  #state = firstState;
  #slowestByItself = 0;
  #slowestReload = 0;

  constructor(storm: Storm, stage: Stage) {
    this.#storm = storm;
    this.#stage = stage;
  }

  async changeAll(): Promise<void> {
    const { changes, seed, note } = this.#storm;
    const { urls, gateway } = this.#stage;
    const random = createRandom(seed);
    for (let turn = 0; turn < changes; turn += 1) {
      const change = nextChange(this.#state, { turn, random, urls });
      await this.#make(change, turn);
      this.#counts.set(change.kind, (this.#counts.get(change.kind) ?? 0) + 1);
      await systemClock.sleep(calmMs);
      this.#heap.push(Number(await gateway.ask("heap")) / 1_024);
      this.#resident.push(gateway.residentBytes() / 1_024);
      if ((turn + 1) % 20 === 0) note(`${turn + 1} changes`);
    }
  }

  /** Writes the file and lets it take effect, or not. */
  async #make(change: Change, turn: number): Promise<void> {
    const { kind, text, next } = change;
    const orderedAt = systemClock.monotonic();
    const seen = this.#stage.gateway.printed().length;
    await this.#write(text, kind);
    const isAsExpected = await this.#confirm(kind, { turn, seen });
    const confirmedAt = systemClock.monotonic();
    if (!isAsExpected) this.#unexpected.push(`${turn} ${kind}`);
    const tookMs = confirmedAt - orderedAt;
    if (kind === "narrows") this.#slowestByItself = Math.max(this.#slowestByItself, tookMs);
    else if (kind !== "waits") this.#slowestReload = Math.max(this.#slowestReload, tookMs);
    if (next === undefined || !isAsExpected) return;
    this.inForce.replace(permittedBy(next), orderedAt, confirmedAt);
    this.#state = next;
  }

  /** A half-written file is written in place, as editors do. All others are replaced whole. */
  async #write(text: string, kind: Change["kind"]): Promise<void> {
    const { folder } = this.#stage;
    if (kind === "half-written") return folder.write(configFile, text);
    await folder.write("next.yaml", text);
    await rename(join(folder.path, "next.yaml"), join(folder.path, configFile));
  }

  /** Waits for the outcome. A signal has no answer, so it is sent only with good files. */
  async #confirm(
    kind: Change["kind"],
    { turn, seen }: { readonly turn: number; readonly seen: number },
  ): Promise<boolean> {
    const { gateway, folder } = this.#stage;
    const words = byItself.get(kind);
    if (words !== undefined) return this.#prints(words, seen);
    const isGood = kind === "applied" || kind === "reordered";
    if (isGood && turn % 2 === 0) {
      kill(gateway.pid, "SIGHUP");
      return this.#prints("on SIGHUP", seen);
    }
    const [said] = await askControl(folder.path, { do: "reload" });
    return own(said?.answer ?? {}, "kind") === (isGood ? "done" : "refused");
  }

  async #prints(words: string, seen: number): Promise<boolean> {
    const until = systemClock.monotonic() + confirmMs;
    while (systemClock.monotonic() < until) {
      if (this.#stage.gateway.printed().slice(seen).includes(words)) return true;
      await systemClock.sleep(10);
    }
    return false;
  }

  /** Returns how many processes of servers are there besides those of the configuration. */
  async childrenLeft(): Promise<number> {
    const { pid } = this.#stage.gateway;
    const wanted = this.#state.servers.includes("writer") ? 1 : 0;
    // The last gateway that was replaced may still wait for its slow calls.
    await systemClock.sleep(4 * slowMs);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    // Each server has a guard beside it, which ends its processes with the gateway.
    return children.filter(Boolean).filter(isServer).length - wanted;
  }

  figures(): readonly Figure[] {
    const { changes, boundsMemory, note } = this.#storm;
    if (this.#unexpected.length > 0) note(`unexpected: ${this.#unexpected.join(", ")}`);
    // The first third warms up.
    const slope = (label: string, samples: readonly number[], atMost: number): Figure => {
      const value = slopeOf(samples.slice(Math.floor(changes / 3)));
      return { label, value, unit: "KB", ...(boundsMemory && { must: { atMost } }) };
    };
    return [
      ...[...this.#counts].map(([kind, value]) => ({ label: `changes: ${kind}`, value })),
      zero("changes that did not end as they should", this.#unexpected.length),
      slope("slope of the heap after GC, a change", this.#heap, maxHeapKb),
      slope("slope of the resident memory", this.#resident, maxResidentKb),
      { label: "slowest reload", value: this.#slowestReload, unit: "ms" },
      {
        label: "slowest change that took effect by itself",
        value: this.#slowestByItself,
        unit: "ms",
      },
    ];
  }
}

interface Traces {
  readonly inForce: InForce;
  /** The texts of all calls that reached a server. */
  readonly arrived: ReadonlySet<string>;
  readonly note: (line: string) => void;
}

function callFigures(made: readonly Made[], { inForce, arrived, note }: Traces): readonly Figure[] {
  const { failed, passed, odd, decided } = judge(made, inForce);
  const groups = Map.groupBy([...failed, ...passed, ...odd], ({ tool, code }) => `${tool} ${code}`);
  for (const [wrong, { length }] of groups) note(`wrong: ${length} × ${wrong}`);
  // The key of a guest can end while its call runs.
  const lost = made.filter(({ city, code }) => arrived.has(city) && code !== "answered");
  return [
    { label: "calls", value: made.length },
    { label: "calls with one right outcome", value: decided, must: { atLeast: 1 } },
    zero("failed calls that should pass", failed.length),
    zero("passed calls that should fail", passed.length),
    zero("calls that came to something else", odd.length),
    zero("calls that reached their server and were not answered", lost.length),
    { label: "refused calls", value: made.filter(({ code }) => code !== "answered").length },
    {
      label: "slowest call",
      value: Math.max(...made.map(({ beganAt, endedAt }) => endedAt - beganAt)),
      unit: "ms",
    },
  ];
}

/** Compares the rows of the audit log with the lines of the log. */
async function auditFigures(folder: string, printed: string): Promise<readonly Figure[]> {
  const rows = (await command(folder, "audit", "export")).split("\n");
  const rowsOf = (kind: string): number => rows.filter((row) => row.includes(`"${kind}"`)).length;
  const linesOf = (words: RegExp): number => [...printed.matchAll(words)].length;
  const applied = linesOf(/The configuration was read again/g);
  const refused = linesOf(/Nothing was reloaded/g);
  return [
    { label: "reloads applied, of the log", value: applied, must: { atLeast: 1 } },
    { label: "rows of them", value: rowsOf("gateway.reloaded"), must: { is: applied } },
    { label: "reloads refused, of the log", value: refused, must: { atLeast: 1 } },
    { label: "rows of them", value: rowsOf("gateway.reload-refused"), must: { is: refused } },
  ];
}
