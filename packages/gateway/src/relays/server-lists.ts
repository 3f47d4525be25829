import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Clean } from "../boundary/cleaning/clean-value.ts";
import type { Logger } from "../telemetry/events.ts";
import {
  type Entry,
  type ListName,
  lists,
  readEntries,
  readList,
  unanswered,
} from "./read-list.ts";
import { has, isAway, passes, type RelayServer } from "./relays.ts";

export interface ListDeps extends Pick<Runtime, "clock"> {
  readonly clean: Clean;
  readonly log: Logger["log"];
}

/**
 * How long an answer waits for the list of one server. A later list is announced as a change, so
 * that a hanging server delays no other.
 */
const listWaitMs = 1_000;
/** Timeout of every request that is not a tool call. */
export const answerMs = 30_000;
const listGoodForMs = 60_000;
/** Retry interval for a silent server. Not every reader triggers a retry. */
const silentForMs = 5_000;

/** The lists of one server. */
export class ServerLists {
  readonly server: RelayServer;
  readonly #clock: ListDeps["clock"];
  readonly #kept: Readonly<Record<ListName, Remembered<Listed>>>;
  /** The last good lists, for readers that do not wait for the next one. */
  readonly #last = new Map<ListName, readonly Entry[]>();
  readonly #awaited = new WeakSet<Promise<Listed>>();
  /** Told when a list arrives after its readers have left. */
  onLate: (what: "resources" | "prompts") => void = () => undefined;

  constructor(server: RelayServer, deps: ListDeps) {
    this.server = server;
    this.#clock = deps.clock;
    this.#kept = {
      resources: remember(server, "resources", deps),
      templates: remember(server, "templates", deps),
      prompts: remember(server, "prompts", deps),
    };
  }

  /**
   * Returns the last known list if the server does not answer soon. Else, and if it fails, returns
   * `unanswered`. Never throws.
   */
  async read(list: ListName, waitMs?: number): Promise<readonly Entry[]> {
    if (!has(this.server, list === "templates" ? "resources" : list)) {
      return isAway(this.server) ? unanswered : [];
    }
    const loading = this.#kept[list].read();
    const listed = this.#kept[list].value() ?? (await this.#soon(loading, waitMs));
    if (listed === undefined) {
      this.#announceLater(list, loading);
      return this.#last.get(list) ?? unanswered;
    }
    if (typeof listed === "string") return unanswered;
    this.#last.set(list, listed);
    return listed;
  }

  /** Waits for the whole answer, for reviewers. Undefined if the server does not answer. */
  async whole(list: ListName): Promise<readonly Entry[] | undefined> {
    if (isAway(this.server)) return undefined;
    if (!has(this.server, list === "templates" ? "resources" : list)) return [];
    const listed = await this.#kept[list].read();
    return typeof listed === "string" ? undefined : listed;
  }

  async #soon(loading: Promise<Listed>, waitMs = listWaitMs): Promise<Listed | undefined> {
    const arrived = new AbortController();
    const late = this.#clock.sleep(waitMs, arrived.signal).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([loading, late]);
    } finally {
      arrived.abort();
    }
  }

  /** Once for each load, however many readers have left. */
  #announceLater(list: ListName, loading: Promise<Listed>): void {
    if (this.#awaited.has(loading)) return;
    this.#awaited.add(loading);
    const announce = async (): Promise<void> => {
      if (typeof (await loading) !== "string") {
        this.onLate(list === "prompts" ? "prompts" : "resources");
      }
    };
    void announce();
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
    readList(lists[list], (request) =>
      server.upstream.request({ ...request, isOurs: true }, signal),
    ).then((listed) =>
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
  settled?: T;
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

  /** Returns the current value if it has been loaded. */
  value(): T | undefined {
    return this.#kept?.settled;
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
      started.settled = value;
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
