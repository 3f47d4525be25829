import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AskReload } from "../../edge/admin/reload.ts";
import type { NotReady } from "../../edge/entrance.ts";
import type { Siblings } from "../../edge/siblings.ts";
import { createMemoryNotices } from "../../stores/memory/transient.ts";
import type { Family } from "../../telemetry/metrics/metrics.ts";
import type { AcceptedFiles } from "../live/accepted-files.ts";
import type { LinkToConsole } from "../live/console-link.ts";
import type { Reloader } from "../live/reloader.ts";
import type { ReadFamilies } from "../open-metrics.ts";
import type { SharedStores } from "../open-shared.ts";
import { type CounterApi, type WorkerStores, workerStores } from "./counters.ts";
import { AnswerLimit, Peer } from "./peer.ts";
import type { OwnWorker, PrimaryApi, WorkerApi, WorkerSettings } from "./protocol.ts";
import { WorkerReloads } from "./worker-reloads.ts";

/** How long counts are waited for, as with Redis. After that, a process counts alone. */
const countMs = 500;

/** The link of a worker to the primary process. */
export class Membership {
  readonly siblings: Siblings;
  /** Undefined if the workers share a Redis. */
  readonly shared: SharedStores | undefined;
  readonly #primary: Peer<PrimaryApi>;
  readonly #counters: WorkerStores;
  readonly #settings: WorkerSettings;
  readonly #reloads: WorkerReloads;
  #readFamilies: ReadFamilies = async () => [];
  #readAccepted: (() => AcceptedFiles) | undefined;
  #link: LinkToConsole = () => ({ kind: "none", because: "starting" });
  #areAllReady = false;

  constructor({ settings, port }: OwnWorker, clock: Clock = systemClock) {
    const { number: own, count, elsewhere } = settings;
    this.#reloads = new WorkerReloads(clock);
    const functions: WorkerApi = {
      consoleLink: () => this.#link(),
      prepareReload: this.#reloads.prepareReload,
      endReload: this.#reloads.endReload,
      notice: (topic, text) => this.#counters.notice(topic, text),
      families: (): Promise<readonly Family[]> => this.#readFamilies(),
      allReady: () => {
        this.#areAllReady = true;
      },
    };
    this.#settings = settings;
    this.#primary = new Peer(port, { ...functions });
    const notices = elsewhere.includes("notices") ? undefined : createMemoryNotices();
    this.#counters = workerStores(countersOf(this.#primary, clock), notices);
    this.shared = elsewhere.includes("limits") ? undefined : this.#counters.stores;
    this.siblings = { own, count, socketOf: (worker) => socketIn(settings.folder, worker) };
  }

  /** Receives how to read the metrics of this worker. */
  readonly handOnMetrics = (read: ReadFamilies): void => {
    this.#readFamilies = read;
  };

  /** Receives how to reload this worker. */
  readonly takeReloads = (reload: Reloader["reloadTogether"]): void => this.#reloads.take(reload);

  /** Receives how to make a link to the console. */
  readonly takeLinks = (link: LinkToConsole): void => {
    this.#link = link;
  };

  /** Lets the primary process reload all workers. */
  readonly askReload: AskReload = (does, by) =>
    this.#primary.ask("askReload", does, { cause: "admin", by });

  /** Receives how to read what this worker enforces. */
  readonly takeAccepted = (read: () => AcceptedFiles): void => {
    this.#readAccepted = read;
  };

  /** Reports what this worker enforces now. No-op until it knows. */
  readonly reportAccepted = (): void => {
    const files = this.#readAccepted?.();
    if (files !== undefined) this.#primary.ask("accepted", files).catch(() => undefined);
  };

  /** Returns why the workers cannot take calls yet. Empty if all of them can. */
  readonly whyNotReady = (): readonly NotReady[] => {
    if (this.#areAllReady) return [];
    const text = `The ${this.#settings.count} workers are starting.`;
    return [{ code: "workers-starting", text }];
  };

  /** Waits until this worker may open the gateway. Returns what it has to enforce, if it is known. */
  async turn(): Promise<AcceptedFiles | undefined> {
    const accepted = await this.#primary.ask("turn");
    // A process that was killed leaves its socket behind.
    const { own, socketOf } = this.siblings;
    await rm(socketOf(own), { force: true }).catch(() => undefined);
    return accepted;
  }

  async serves(url: URL): Promise<void> {
    this.reportAccepted();
    await this.#primary.ask("ready", url.href);
  }
}

/** The counters of the primary process. One that does not answer in time must not stop calls. */
function countersOf(primary: Peer<PrimaryApi>, clock: Clock): CounterApi {
  const limit = new AnswerLimit(clock, countMs);
  return {
    take: (key, asked) => primary.askWithin(limit, "take", key, asked),
    enter: (key, slot) => primary.askWithin(limit, "enter", key, slot),
    leave: (key, holder) => primary.askWithin(limit, "leave", key, holder),
    move: (key, move) => primary.askWithin(limit, "move", key, move),
    publish: (topic, text) => primary.askWithin(limit, "publish", topic, text),
  };
}

/** Returns the path of a private socket. Windows has pipes, which need no folder. */
function socketIn(folder: string, worker: number): string {
  const path = join(folder, `${worker}.sock`);
  return path.includes("\\") ? `\\\\.\\pipe\\${path.replaceAll(/[^\w]+/g, "-")}` : path;
}
