import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Clean } from "../boundary/cleaning/clean-value.ts";
import type { Logger } from "../telemetry/events.ts";
import { type Entry, type ListName, lists, readEntries, readList } from "./read-list.ts";
import { has, passes, type RelayServer } from "./relays.ts";

export interface ListDeps extends Pick<Runtime, "clock"> {
  readonly clean: Clean;
  readonly log: Logger["log"];
}

/** Timeout of every request that is not a tool call. */
export const answerMs = 30_000;
const listGoodForMs = 60_000;
/** Retry interval for a silent server. Not every reader triggers a retry. */
const silentForMs = 5_000;

/** The lists of one server. */
export class ServerLists {
  readonly server: RelayServer;
  readonly #kept: Readonly<Record<ListName, Remembered<Listed>>>;

  constructor(server: RelayServer, deps: ListDeps) {
    this.server = server;
    this.#kept = {
      resources: remember(server, "resources", deps),
      templates: remember(server, "templates", deps),
      prompts: remember(server, "prompts", deps),
    };
  }

  /** Empty when the server does not answer. Never throws. */
  async read(list: ListName): Promise<readonly Entry[]> {
    if (!has(this.server, list === "templates" ? "resources" : list)) return [];
    const listed = await this.#kept[list].read();
    return typeof listed === "string" ? [] : listed;
  }

  forget(what: "resources" | "prompts"): void {
    this.#kept[what].forget();
    if (what === "resources") this.#kept.templates.forget();
  }
}

/** The entries of a server, or how listing failed. */
type Listed = readonly Entry[] | "failed" | "silent";

function remember(
  server: RelayServer,
  list: ListName,
  { clock, clean, log }: ListDeps,
): Remembered<Listed> {
  const ask = (signal: AbortSignal): Promise<readonly Entry[]> =>
    readList(lists[list], (request) => server.upstream.request(request, signal)).then((listed) =>
      readEntries(listed, lists[list], clean).filter(
        ({ key }) => list !== "prompts" || passes(server.prompts, key),
      ),
    );
  return new Remembered<Listed>({
    clock,
    load: async () => {
      try {
        return await withTimeout({ clock, ms: answerMs }, ask);
      } catch (error) {
        log("resource-list.failed", { server: server.name, what: list });
        return error instanceof TimeoutError ? "silent" : "failed";
      }
    },
    goodForMs: (listed) => (typeof listed === "string" ? silentForMs : listGoodForMs),
    // Only the first reader waits for a silent server.
    isStopgap: (listed) => listed === "silent",
  });
}

export interface RememberOptions<T> extends Pick<Runtime, "clock"> {
  /** Shared by concurrent readers, so it takes no caller's signal and has its own deadline. */
  readonly load: () => Promise<T>;
  readonly goodForMs: (value: T) => number;
  /** Whether an expired value is still returned until the next one is loaded. */
  readonly isStopgap: (value: T) => boolean;
}

interface Kept<T> {
  readonly value: Promise<T>;
  until: number;
  isStopgap: boolean;
}

/**
 * Caches one loaded value for concurrent and later readers. A value forgotten while loading is not
 * kept.
 */
export class Remembered<T> {
  readonly #options: RememberOptions<T>;
  #kept: Kept<T> | undefined;

  constructor(options: RememberOptions<T>) {
    this.#options = options;
  }

  read(): Promise<T> {
    const known = this.#kept;
    const isGood = known !== undefined && this.#options.clock.monotonic() < known.until;
    if (isGood) return known.value;
    if (known?.isStopgap === true) {
      void this.#replace(known);
      return known.value;
    }
    this.#kept = this.#start();
    return this.#kept.value;
  }

  forget(): void {
    this.#kept = undefined;
  }

  #start(): Kept<T> {
    const until = Number.POSITIVE_INFINITY;
    const started: Kept<T> = { value: this.#options.load(), until, isStopgap: false };
    void this.#settle(started);
    return started;
  }

  async #settle(started: Kept<T>): Promise<void> {
    const { clock, goodForMs, isStopgap } = this.#options;
    try {
      const value = await started.value;
      started.until = clock.monotonic() + goodForMs(value);
      started.isStopgap = isStopgap(value);
    } catch {
      started.until = 0;
    }
  }

  async #replace(old: Kept<T>): Promise<void> {
    // Prevents a second load while this one runs.
    old.until = Number.POSITIVE_INFINITY;
    const next = this.#start();
    await next.value.catch(() => undefined);
    if (this.#kept === old) this.#kept = next;
  }
}
