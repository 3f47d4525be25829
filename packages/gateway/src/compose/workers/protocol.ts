import type { JsonObject } from "@toolcourt/sdk";
import type { Family } from "../../telemetry/metrics/metrics.ts";
import type { AcceptedFiles } from "../live/accepted-files.ts";
import type { LinkToConsole } from "../live/console-link.ts";
import type { ReadyReload, ReloadOrder } from "../live/reloader.ts";
import type { CounterApi } from "./counters.ts";
import type { Port } from "./peer.ts";

/** What a worker must know to begin. */
export interface WorkerSettings {
  /** From 1. The first has what exists only once: admin requests and stdio servers. */
  readonly number: number;
  readonly count: number;
  /** The folder of the private sockets. */
  readonly folder: string;
  /** Of the configuration to start with. A first worker that finds another one does not start. */
  readonly configDigest: string;
  /** Which counters the primary process has for the workers. Default: both. */
  readonly elsewhere: readonly ("limits" | "notices")[];
  /** Whether the first start of all workers is over. */
  readonly isRestart: boolean;
  /** Whether a person reads the log on a terminal. */
  readonly isWatched: boolean;
}

/** A started process, as the primary process sees it. */
export interface WorkerProcess {
  readonly port: Port;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<string>;
  readonly kill: (signal: "SIGTERM" | "SIGKILL") => void;
}

/** Starts this program again, as a worker. */
export type ForkWorker = (settings: WorkerSettings) => WorkerProcess;

/** This process, if it is a worker. */
export interface OwnWorker {
  readonly settings: WorkerSettings;
  readonly port: Port;
}

/** What workers ask of the primary process. */
export interface PrimaryApi extends CounterApi {
  /**
   * Resolves when the worker may open the gateway. The first one goes ahead: it creates the store,
   * its keys and the lock, which the others find. Returns what the other workers enforce. Undefined
   * for the first one.
   */
  readonly turn: () => Promise<AcceptedFiles | undefined>;
  /** The worker serves on this address. */
  readonly ready: (url: string) => void;
  /** Reloads all workers, or says what that would change. A refusal is part of the answer. */
  readonly askReload: (does: "reload" | "plan", order: ReloadOrder) => Promise<JsonObject>;
  /** Says what the worker enforces now. A worker that starts again enforces it too. */
  readonly accepted: (files: AcceptedFiles) => void;
}

/** Whether a worker could serve what the files say now. */
export type WorkerReload =
  | ({ readonly kind: "ready" } & ReadyReload)
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly next: string;
    };

/** What the primary process asks of workers. */
export interface WorkerApi {
  /** Makes a link to the console. Only the first worker has one. */
  readonly consoleLink: LinkToConsole;
  readonly notice: (topic: string, text: string) => void;
  readonly families: () => Promise<readonly Family[]>;
  /** All workers serve. */
  readonly allReady: () => void;
  /** Opens what the files say now, and keeps it apart until `endReload`. */
  readonly prepareReload: (order: ReloadOrder) => Promise<WorkerReload>;
  /** Returns why it could not do as told. Undefined if it did. */
  readonly endReload: (
    decision: "apply" | "discard",
  ) => Promise<Extract<WorkerReload, { readonly kind: "refused" }> | undefined>;
}
