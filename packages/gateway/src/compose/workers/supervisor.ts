import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { firstWorker } from "../../edge/siblings.ts";
import type { Logger } from "../../telemetry/events.ts";
import { mergeFamilies } from "../../telemetry/metrics/merge.ts";
import type { Family } from "../../telemetry/metrics/metrics.ts";
import type { AcceptedFiles } from "../live/accepted-files.ts";
import { askReload } from "../live/answer-control.ts";
import type { ConsoleLink } from "../live/console-link.ts";
import type { ReloadPlan } from "../live/plan.ts";
import type { ReadyReload, ReloadOrder } from "../live/reloader.ts";
import { type CountedWorker, Counters } from "./counters.ts";
import { Peer } from "./peer.ts";
import type {
  ForkWorker,
  PrimaryApi,
  WorkerApi,
  WorkerProcess,
  WorkerSettings,
} from "./protocol.ts";
import { changedMeanwhile, lostWorker, WorkersRefused } from "./workers-refused.ts";

export interface SupervisorDeps
  extends Pick<Runtime, "clock">,
    Pick<WorkerSettings, "count" | "folder" | "configDigest" | "elsewhere" | "isWatched"> {
  readonly fork: ForkWorker;
  readonly log: Logger["log"];
  /** How long workers may take to drain and to close the stores. */
  readonly stopMs: number;
}

/** A worker ended before it served. The reason is in the log. */
export class WorkerFailedError extends Error {
  override readonly name = "WorkerFailedError";
}

interface Running {
  readonly number: number;
  readonly process: WorkerProcess;
  readonly peer: Peer<WorkerApi>;
  readonly ready: PromiseWithResolvers<string>;
  readonly since: number;
  /** Why it had to be killed. Default: it ended otherwise. */
  killedFor?: string;
  /** Its metrics at the last scrape. */
  last: readonly Family[];
}

/** A worker that lived longer starts again without a long pause. */
const steadyMs = 60_000;
const minPauseMs = 250;
const maxPauseMs = 30_000;
const familiesMs = 2_500;
/** Servers and secrets may take minutes to answer. A longer start is stuck. */
const startMs = 600_000;
/** How long the port may have no worker before the gateway gives up. */
const unservedMs = 30_000;
/** The exit code of a worker that has logged why it could not start. */
const loggedEnd = "exit code 2";

/** Starts the workers of one port, starts ended ones again, and stops all. */
export class Supervisor implements AsyncDisposable {
  readonly #deps: SupervisorDeps;
  readonly #counters: Counters;
  readonly #running = new Map<number, Running>();
  readonly #failures = new Map<number, number>();
  readonly #restarts = new Map<number, number>();
  readonly #stopping = new AbortController();
  readonly #serial = createSerial();
  readonly #first = Promise.withResolvers<string>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #lost = Promise.withResolvers<void>();
  readonly #serving = new Set<Running>();
  /** Aborts when a worker serves again. */
  #unserved: AbortController | undefined;
  #ofEnded: readonly Family[] = [];
  /** What each worker enforces, as soon as it says so. */
  readonly #accepted = new WeakMap<Running, AcceptedFiles>();
  /** What the worker that ended last enforced. */
  #acceptedBefore: AcceptedFiles | undefined;
  #hasStarted = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.#counters = new Counters(deps.clock);
    // Its first rejection may find no listener.
    this.#failed.promise.catch(() => undefined);
  }

  /** Resolves when no worker has served for too long. It is logged. */
  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  /** Starts all workers, and returns their address. */
  async start(): Promise<URL> {
    const numbers = Array.from({ length: this.#deps.count }, (_, index) => index + 1);
    const ready = Promise.all(numbers.map((number) => this.#begin(number).ready.promise));
    await Promise.race([ready, this.#failed.promise]);
    const url = new URL(await this.#first.promise);
    this.#hasStarted = true;
    for (const running of this.#running.values()) tellAllReady(running);
    return url;
  }

  /** Reloads all workers, or none of them: each must be ready for the same files first. */
  readonly reload = (order: ReloadOrder): Promise<ReloadPlan> =>
    this.#serial(async () => {
      const { plan } = await this.#prepareAll(order);
      const ends = await this.#endAll("apply");
      const [first] = ends.map(({ refused }) => refused);
      if (ends.every(({ refused }) => refused)) throw new WorkersRefused(first ?? lostWorker);
      // Started again, it reads what the others have applied.
      for (const { running, refused } of ends) if (refused) kill(running, refused.message);
      return plan;
    });

  /** Says what a reload would change, and changes nothing. */
  readonly plan = (): Promise<ReloadPlan> =>
    this.#serial(async () => {
      const { plan } = await this.#prepareAll({ cause: "command" });
      await this.#endAll("discard");
      return plan;
    });

  /** Makes a link to the console, which the first worker serves. */
  readonly consoleLink = async (): Promise<ConsoleLink> => {
    const first = this.#running.get(firstWorker);
    const starting = { kind: "none", because: "starting" } as const;
    return (await first?.peer.ask("consoleLink").catch(() => starting)) ?? starting;
  };

  /** One after the other: the first may write the lock, which the others then find. */
  async #prepareAll(order: ReloadOrder): Promise<ReadyReload> {
    let first: ReadyReload | undefined;
    for (const { peer } of this.#running.values()) {
      const prepared = await peer.ask("prepareReload", order).catch(() => lostWorker);
      const isSame = prepared.kind === "ready" && prepared.digest === (first ?? prepared).digest;
      if (isSame) {
        first ??= prepared;
        continue;
      }
      await this.#endAll("discard");
      throw new WorkersRefused(prepared.kind === "refused" ? prepared : changedMeanwhile);
    }
    if (first === undefined) throw new WorkersRefused(lostWorker);
    return first;
  }

  /** Returns for each worker why it could not do as told. */
  #endAll(decision: "apply" | "discard") {
    const ends = [...this.#running.values()].map(async (running) => {
      const refused = await running.peer.ask("endReload", decision).catch(() => lostWorker);
      return { running, refused };
    });
    return Promise.all(ends);
  }

  /** Returns the metrics of all workers together. One that does not answer counts as before. */
  async families(): Promise<readonly Family[]> {
    const { clock } = this.#deps;
    const read = async (running: Running): Promise<readonly Family[]> => {
      const asking = withTimeout({ clock, ms: familiesMs }, () => running.peer.ask("families"));
      running.last = await asking.catch(() => running.last);
      return running.last;
    };
    const all = await Promise.all([...this.#running.values()].map(read));
    return mergeFamilies([...all, this.#ofEnded]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    const { clock, stopMs } = this.#deps;
    const processes = [...this.#running.values()].map(({ process }) => process);
    for (const process of processes) process.kill("SIGTERM");
    const ended = Promise.all(processes.map((process) => process.ended));
    await withTimeout({ clock, ms: stopMs }, () => ended).catch(() => undefined);
    for (const { process } of this.#running.values()) process.kill("SIGKILL");
    await ended;
  }

  #begin(number: number): Running {
    const { fork, clock, count, folder, elsewhere, isWatched, configDigest } = this.#deps;
    const isRestart = this.#hasStarted;
    const common = { count, folder, configDigest, elsewhere, isWatched };
    const process = fork({ ...common, number, isRestart });
    const ready = Promise.withResolvers<string>();
    const notice = (topic: string, text: string): void => {
      peer.ask("notice", topic, text).catch(() => undefined);
    };
    const counted = { notice };
    const own: PrimaryApi = {
      ...this.#counters.join(counted),
      // Waits on if the first one fails: then all of them are stopped.
      turn: async () => {
        if (number > 1) await this.#first.promise;
        return this.#serial(async () => this.#acceptedNow());
      },
      accepted: (files) => void this.#accepted.set(running, files),
      ready: (url) => {
        if (number === 1) this.#first.resolve(url);
        this.#serves(running);
        ready.resolve(url);
      },
      askReload: (does, order) => askReload(this, does, order),
    };
    const peer: Peer<WorkerApi> = new Peer(process.port, { ...own });
    const running: Running = { number, process, peer, ready, since: clock.monotonic(), last: [] };
    this.#running.set(number, running);
    void this.#await(running, counted);
    void this.#limitStart(running, isRestart || number === 1 ? startMs : 2 * startMs);
    return running;
  }

  /** Returns what the workers enforce. A worker that is killed may not enforce what they do. */
  #acceptedNow(): AcceptedFiles | undefined {
    const others = [...this.#serving].filter(({ killedFor }) => killedFor === undefined);
    const [first] = others.flatMap((each) => this.#accepted.get(each) ?? []);
    return first ?? this.#acceptedBefore;
  }

  /** Kills a worker that does not serve in time. Its end is handled like any other. */
  async #limitStart(running: Running, ms: number): Promise<void> {
    const { process, ready } = running;
    const settled = (): Promise<unknown> => Promise.race([ready.promise, process.ended]);
    const limit = { clock: this.#deps.clock, ms, signal: this.#stopping.signal };
    await withTimeout(limit, settled).catch((error: unknown) => {
      if (error instanceof TimeoutError) kill(running, `not ready after ${ms / 1_000} s`);
    });
  }

  #serves(running: Running): void {
    this.#serving.add(running);
    this.#unserved?.abort();
    this.#unserved = undefined;
  }

  /** Gives up if no worker serves again in time. */
  async #watchUnserved(): Promise<void> {
    if (this.#serving.size > 0 || this.#unserved !== undefined) return;
    this.#unserved = new AbortController();
    const signal = AbortSignal.any([this.#unserved.signal, this.#stopping.signal]);
    await this.#deps.clock.sleep(unservedMs, signal);
    this.#deps.log("workers.lost", { afterMs: unservedMs });
    this.#lost.resolve();
  }

  async #await(running: Running, counted: CountedWorker): Promise<void> {
    const because = await running.process.ended;
    await this.#counters.left(counted);
    this.#ended(running, running.killedFor ?? because);
  }

  #ended(running: Running, because: string): void {
    const { number, since, last, killedFor } = running;
    const { clock, log } = this.#deps;
    this.#running.delete(number);
    if (killedFor === undefined)
      this.#acceptedBefore = this.#accepted.get(running) ?? this.#acceptedBefore;
    this.#ofEnded = mergeFamilies([this.#ofEnded, last.filter(({ kind }) => kind !== "gauge")]);
    this.#serving.delete(running);
    if (this.#stopping.signal.aborted) return;
    if (!this.#hasStarted) {
      if (because !== loggedEnd) log("worker.failed", { worker: number, because });
      this.#failed.reject(new WorkerFailedError(`worker ${number}: ${because}`));
      return;
    }
    void this.#watchUnserved().catch(() => undefined);
    const isSteady = clock.monotonic() - since >= steadyMs;
    const failures = isSteady ? 0 : (this.#failures.get(number) ?? 0);
    this.#failures.set(number, failures + 1);
    const nextInMs = Math.min(maxPauseMs, minPauseMs * 2 ** failures);
    log("worker.ended", { worker: number, because, nextInMs });
    void this.#restart(number, nextInMs).catch(() => undefined);
  }

  async #restart(number: number, afterMs: number): Promise<void> {
    await this.#deps.clock.sleep(afterMs, this.#stopping.signal);
    const running = this.#begin(number);
    const serves = running.ready.promise.then(() => true);
    const ends = running.process.ended.then(() => false);
    if (!(await Promise.race([serves, ends]))) return;
    const restarts = (this.#restarts.get(number) ?? 0) + 1;
    this.#restarts.set(number, restarts);
    tellAllReady(running);
    this.#deps.log("worker.restarted", { worker: number, restarts });
  }
}

/** Its end is logged with the reason, and it is started again. */
function kill(running: Running, because: string): void {
  running.killedFor = because;
  running.process.kill("SIGKILL");
}

function tellAllReady({ peer }: Running): void {
  peer.ask("allReady").catch(() => undefined);
}
