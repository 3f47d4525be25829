import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { shownName } from "../pipeline/call.ts";
import type { RelayListeners } from "../relays/relays.ts";
import type { Logger } from "../telemetry/events.ts";
import type { HealthRecord } from "../upstreams/health.ts";
import { withoutFrames } from "../upstreams/server-words.ts";
import type { Dropped, Installed, OverLimit, UpstreamListeners } from "../upstreams/upstream.ts";

interface ShowingErrors extends Pick<Runtime, "clock"> {
  /** Whether a server's own text stays out of the log. */
  readonly isTerse: boolean;
  /** Records the end of the process. Default: not recorded. */
  readonly health?: Pick<HealthRecord, "ended">;
}

/** Limit on logged names. */
const maxNamed = 500;

const minuteMs = 60_000;
/** Enough for the stacks of a failing server, too few to fill a disk. */
const maxTextsPerMinute = 100;
const maxTail = 1_000;

/** Receives the notifications of a server, and passes them to the listeners set by then. */
export class ServerNotices implements Disposable {
  readonly #server: string;
  readonly #log: Logger["log"];
  /** Tools and extensions, by kind and name. */
  readonly #named = new Set<string>();
  readonly #counts = { progress: 0, log: 0 };
  readonly #showing: ShowingErrors;
  #shown = { since: 0, texts: 0 };
  /** Two of each while a reload replaces one gateway by the next. */
  readonly #whenChanged = new Set<() => void>();
  readonly #others = new Set<RelayListeners>();
  #hasStarted = false;
  #hasChanged = false;

  readonly listeners: UpstreamListeners = {
    toolsChanged: () => {
      if (this.#whenChanged.size === 0) this.#hasChanged = true;
      for (const listener of this.#whenChanged) listener();
    },
    changed: (what) => {
      for (const each of this.#others) each.changed(what);
    },
    resourceUpdated: (uri) => {
      for (const each of this.#others) each.resourceUpdated(uri);
    },
    dropped: (what) => this.#drop(what),
    wroteError: (text) => this.#wrote(text),
    ended: (lastWords, limit) => this.#ended(lastWords, limit),
    installed: (what) => this.#installed(what),
  };

  constructor(server: string, { log }: Logger, showing: ShowingErrors) {
    this.#server = server;
    this.#log = log;
    this.#showing = showing;
  }

  /** Logs what a server's process writes to its standard error, up to a number of texts a minute. */
  #wrote(text: string): void {
    const now = this.#showing.clock.monotonic();
    if (now - this.#shown.since >= minuteMs) this.#shown = { since: now, texts: 0 };
    this.#shown.texts += 1;
    if (this.#showing.isTerse || this.#shown.texts > maxTextsPerMinute) return;
    this.#log("server.wrote", { server: this.#server, text: text.trimEnd() });
  }

  /** Logs ends of the process from now on. Before, the failure of the start tells the same. */
  started(): void {
    this.#hasStarted = true;
  }

  #installed({ name, version, integrity = "" }: Installed): void {
    const server = this.#server;
    this.#log("server.package-installed", { server, package: `${name}@${version}`, integrity });
  }

  #ended(lastWords: string, limit: OverLimit | undefined): void {
    const { isTerse, health } = this.#showing;
    health?.ended(lastWords, limit);
    const next = "toolcourt servers";
    if (limit !== undefined) this.#log("server.over-limit", { server: this.#server, limit, next });
    if (!this.#hasStarted || limit !== undefined) return;
    const tail = isTerse ? "" : withoutFrames(lastWords).trim().slice(-maxTail);
    this.#log("server.ended", { server: this.#server, tail, next });
  }

  /**
   * Adds a listener for changed tools, and returns the function that removes it. A change before
   * the first listener is kept for it.
   */
  whenChanged(listener: () => void): () => void {
    this.#whenChanged.add(listener);
    if (this.#hasChanged) listener();
    this.#hasChanged = false;
    return () => void this.#whenChanged.delete(listener);
  }

  /**
   * Adds listeners for all other notifications, and returns the function that removes them. Earlier
   * notifications are dropped, since no client was there to miss them.
   */
  listen(listeners: RelayListeners): () => void {
    this.#others.add(listeners);
    return () => void this.#others.delete(listeners);
  }

  /**
   * Logs each dropped tool and extension once. Excess messages are only counted, since there could
   * be a hundred thousand of them.
   */
  #drop(what: Dropped): void {
    if (!("name" in what)) {
      this.#counts[what.kind] += 1;
      return;
    }
    const name = shownName(what.name);
    const key = `${what.kind} ${name}`;
    if (this.#named.has(key) || this.#named.size >= maxNamed) return;
    this.#named.add(key);
    const server = this.#server;
    if (what.kind === "tool") this.#log("tool.dropped", { tool: name, server });
    else this.#log("extension.dropped", { extension: name, server });
  }

  /** Logs the counts of excess messages. */
  [Symbol.dispose](): void {
    const { progress, log } = this.#counts;
    if (progress + log > 0)
      this.#log("notification.dropped", { server: this.#server, progress, log });
  }
}

/** Ignores the end of a process that never answered: its failure to open tells the same. */
export function untilOpen(listeners: UpstreamListeners): {
  readonly listeners: UpstreamListeners;
  readonly opened: () => void;
} {
  let isOpen = false;
  return {
    listeners: {
      ...listeners,
      ended: (...end) => (isOpen ? listeners.ended?.(...end) : undefined),
    },
    opened: () => {
      isOpen = true;
    },
  };
}
