import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import { digestOf } from "@toolcourt/sdk";
import type { Config } from "../../config/config.ts";
import { effectiveSettings } from "../../config/effective.ts";
import type { PendingFile } from "../../edge/entrance.ts";
import type { Logger } from "../../telemetry/events.ts";
import { createLogger } from "../../telemetry/logger.ts";
import { configDigest } from "../config-digest.ts";
import { defaultFile, findConfig } from "../find-config.ts";
import { configOf, type GatewayFlags, readWanted } from "../open-configured.ts";
import { type Generation, openOver, type WantedGateway } from "../open-generation.ts";
import type { GatewayHome } from "../open-home.ts";
import { holdSecretsOf } from "../open-redaction.ts";
import type { ProcessRuntime } from "../process-runtime.ts";
import { type AcceptedFiles, type AcceptedParts, acceptedIn } from "./accepted-files.ts";
import { type AtStart, atStart, checkRestart } from "./check-restart.ts";
import { narrows } from "./compare-configs.ts";
import { Replacing } from "./hand-over.ts";
import type { LiveGateway } from "./live-gateway.ts";
import { addsNoTool, planOf, type ReloadPlan } from "./plan.ts";

/** What asked for a reload, and who. */
export interface ReloadOrder {
  readonly cause: "signal" | "command" | "admin" | "file";
  /** The operator or the principal. Default: unknown, as for a signal. */
  readonly by?: string | undefined;
}

/** A file that was read and judged, and is not in force yet. */
export interface JudgedFile {
  readonly name: string;
  /** Whether it differs from what is in force. */
  readonly isNew: boolean;
  /** Puts it in force at once: no call sees it beside the configuration before. */
  readonly apply: () => void;
}

/** A file that is watched, and that each reload judges and applies too. */
export interface ReloadedFile extends Pick<PendingFile, "file"> {
  /**
   * Reads and judges it beside a configuration. Throws the `Refusal` of what is wrong with it.
   * Undefined if there is nothing to do.
   */
  readonly prepare: (wanted: Config) => Promise<JudgedFile | undefined>;
  readonly state: () => PendingFile["state"] | "in-force";
  /** Returns what is in force of it. */
  readonly accepted: () => AcceptedParts;
}

export interface ReloaderDeps {
  readonly live: LiveGateway;
  readonly home: GatewayHome;
  readonly flags: GatewayFlags;
  readonly runtime: ProcessRuntime;
  /** The files of policy, keys and certificates. */
  readonly files: ReadonlySet<ReloadedFile>;
  /** Called after a gateway was replaced. */
  readonly onAccepted: () => void;
}

/** A gateway that is open and not yet in use. Disposing of it changes nothing. */
interface PreparedReload extends ReadyReload, AsyncDisposable {
  readonly next: Generation;
  /** Puts it in the place of the last one. */
  readonly apply: () => Promise<void>;
}

/** A reload that can be applied. */
export interface ReadyReload {
  readonly plan: ReloadPlan;
  /** Of the configuration file that was read. */
  readonly digest: string;
}

type DecideReload = (ready: ReadyReload) => Promise<"apply" | "discard">;

/** A change counts when two looks find the same, so it is applied within two seconds. */
const watchMs = 500;

/**
 * Replaces the gateway by one of the files as they are now. Reads and judges everything first: a
 * reload that would refuse a start changes nothing.
 */
export class Reloader {
  readonly #deps: ReloaderDeps;
  readonly #log: Logger["log"];
  /** The text of the file that was judged last. */
  #seen: string;
  /** The text that the last look found. */
  #found: string;
  #state: ReturnType<ReloadedFile["state"]> = "in-force";
  readonly #start: AtStart;

  constructor(deps: ReloaderDeps) {
    this.#deps = deps;
    const { authority, watch } = deps.home;
    this.#log = createLogger(authority?.write ?? watch.write).log;
    this.#seen = deps.live.current().found.text;
    this.#found = this.#seen;
    this.#start = atStart(deps.live.current().config);
  }

  /** Returns the files whose last change is not in force. */
  readonly pendingFiles = (): readonly PendingFile[] => {
    const own = { file: "configuration", state: () => this.#state } as const;
    return [own, ...this.#deps.files].flatMap(({ file, state: stateOf }) => {
      const state = stateOf();
      return state === "in-force" ? [] : [{ file, state }];
    });
  };

  /** Returns what is in force of all files. */
  readonly acceptedFiles = (): AcceptedFiles => {
    const parts = [...this.#deps.files].map(({ accepted }) => accepted());
    return acceptedIn(this.#deps.live.current(), parts);
  };

  /** Reads all files again and applies them. Throws the `Refusal` of what is wrong. */
  readonly reload = async (order: ReloadOrder): Promise<ReloadPlan> => {
    await this.#deps.live.hasRoom();
    return this.#deps.live.inTurn(() =>
      this.#recorded(order, async () => {
        await using prepared = await this.#open(await this.#read(), order);
        await prepared.apply();
        return prepared.plan;
      }),
    );
  };

  /** Says what a reload would change, and changes nothing. */
  readonly plan = (): Promise<ReloadPlan> =>
    this.#deps.live.inTurn(async () => {
      await using prepared = await this.#open(await this.#read(), { cause: "command" });
      return prepared.plan;
    });

  /**
   * Opens the next gateway, then waits for the word of the process that asked: workers replace
   * theirs together, or none does. Resolves to what was done.
   */
  readonly reloadTogether = async (
    order: ReloadOrder,
    decided: DecideReload,
  ): ReturnType<DecideReload> => {
    await this.#deps.live.hasRoom();
    return this.#deps.live.inTurn(() =>
      this.#recorded(order, async () => {
        await using prepared = await this.#open(await this.#read(), order);
        const decision = await decided({ plan: prepared.plan, digest: prepared.digest });
        if (decision === "apply") await prepared.apply();
        return decision;
      }),
    );
  };

  /** Logs and records why, if the next gateway may not take the place of the last one. */
  async #recorded<Answer>(order: ReloadOrder, replace: () => Promise<Answer>): Promise<Answer> {
    try {
      return await replace();
    } catch (error) {
      this.#refused(order, error);
      throw error;
    }
  }

  #read(): Promise<WantedGateway> {
    const { flags, runtime } = this.#deps;
    // The other processes of this gateway read the same file for the same reload.
    const fromFile = { configDigest: undefined, accepted: undefined };
    return readWanted({ ...flags, ...fromFile, config: this.#file() }, runtime);
  }

  /** Never the defaults in place of a file that is gone: they would offer other tools. */
  #file(): string | undefined {
    const { flags, live } = this.#deps;
    const { file } = live.current().found.source;
    return flags.config ?? (file === undefined ? undefined : defaultFile);
  }

  async #open(wanted: WantedGateway, order: ReloadOrder): Promise<PreparedReload> {
    const { live, home, flags, runtime, files } = this.#deps;
    const last = live.current();
    checkRestart(this.#start, last, wanted);
    const judged = order.cause === "file" ? [] : [...files];
    const found = await Promise.all(judged.map(({ prepare }) => prepare(wanted.config)));
    const changed = found.filter((file) => file !== undefined);
    holdSecretsOf(wanted.config, home.redaction);
    const replacing = new Replacing(last, order.cause === "file");
    const opening = openOver(home, wanted, { flags, runtime, replacing });
    const next = await opening.finally(() => replacing.forget());
    const names = changed.filter(({ isNew }) => isNew).map(({ name }) => name);
    const plan = { ...planOf(last, next), files: names };
    let isApplied = false;
    return {
      next,
      plan,
      digest: configDigest(wanted.found),
      apply: async () => {
        // A tool that the lock does not have is not admitted, so nothing changes if this fails.
        await next.writeLock();
        isApplied = true;
        for (const file of changed) file.apply();
        await this.#apply(next, plan, order);
      },
      [Symbol.asyncDispose]: async () => {
        if (!isApplied) await next[Symbol.asyncDispose]();
      },
    };
  }

  async #apply(next: Generation, plan: ReloadPlan, order: ReloadOrder): Promise<void> {
    const { live, home } = this.#deps;
    const { found, config, hostTool } = next;
    home.keys.configure(config.auth?.keys ?? []);
    Object.assign(home.inForce, { config, found, hostTool });
    await live.replaceBy(next);
    this.#seen = found.text;
    this.#state = "in-force";
    this.#deps.onAccepted();
    const { cause, by } = order;
    const settings = effectiveSettings(found.text, found.source);
    const configuration = digestOf(settings.map(({ path, value }) => [path, value]));
    const changed = [...plan.files, ...plan.settings.map(({ path }) => path)];
    home.authority?.notes.write("gateway.reloaded", {
      cause,
      ...(by !== undefined && { by }),
      configuration,
      changed: changed.slice(0, maxListed),
    });
    const { started, restarted, stopped } = plan.servers;
    const moved = started.length + restarted.length + stopped.length;
    this.#log("config.reloaded", { cause, changed: changed.length, servers: moved });
  }

  #refused({ cause, by }: ReloadOrder, error: unknown): void {
    if (!isRefusal(error)) return;
    const { code, message, next } = error;
    const who = by === undefined ? {} : { by };
    this.#deps.home.authority?.notes.write("gateway.reload-refused", { cause, ...who, code });
    this.#log("config.refused", { code, next, text: () => message });
  }

  /**
   * Looks at the file from time to time. Applies a change that only takes away; any other waits for
   * a reload, so that a program with the rights to write the file cannot widen anything by it. The
   * first half of a file may be valid, and would take away the second.
   */
  readonly watch = (): Promise<AsyncDisposable> =>
    poll({ clock: this.#deps.runtime.clock, everyMs: watchMs, look: () => this.#look() });

  async #look(): Promise<void> {
    const text = await this.#readText();
    const isSteady = text === this.#found;
    this.#found = text;
    if (!isSteady || text === this.#seen) return;
    await this.#deps.live.inTurn(() => this.#take(text));
  }

  async #readText(): Promise<string> {
    const { text } = await findConfig(this.#file(), this.#deps.runtime).catch(() => unreadable);
    return text;
  }

  async #take(text: string): Promise<void> {
    // A reload that ran meanwhile may have read a later text.
    if (text === this.#seen || text !== (await this.#readText())) return;
    // A stop also ends the reading of files.
    if (this.#deps.runtime.signal.aborted) return;
    this.#seen = text;
    const { found } = this.#deps.live.current();
    this.#state = text === found.text ? "in-force" : "waiting";
    if (this.#state === "in-force") return;
    const wanted = this.#narrower(text);
    if (wanted === undefined || !(await this.#narrow(wanted))) this.#logWaiting();
  }

  /** Returns false for a change that gives a name to another tool. */
  async #narrow(wanted: WantedGateway): Promise<boolean> {
    try {
      const last = this.#deps.live.current();
      await using prepared = await this.#open(wanted, { cause: "file" });
      if (!addsNoTool(last, prepared.next)) return false;
      await prepared.apply();
    } catch (error) {
      this.#refused({ cause: "file" }, error);
    }
    return true;
  }

  #logWaiting(): void {
    const { file = "The configuration" } = this.#deps.live.current().found.source;
    this.#log("config.waiting", { file });
  }

  /**
   * Returns the gateway of a file that only takes away. Reads no secret for it: the
   * writer of the file would choose the command that is run for one.
   */
  #narrower(text: string): WantedGateway | undefined {
    const { flags, runtime, live } = this.#deps;
    const last = live.current();
    const found = { text, source: last.found.source };
    try {
      const wanted = { found, ...configOf(found, flags, runtime) };
      const { fingerprint: before = {} } = last.config;
      const { fingerprint: after = {} } = wanted.config;
      return narrows(before, after) ? wanted : undefined;
    } catch (error) {
      this.#state = "unusable";
      this.#refused({ cause: "file" }, error);
      return undefined;
    }
  }
}

/** No file has this text, so that a file that vanished counts as changed. */
const unreadable = { text: "\u0000" };

/** The audit log need not hold more: the digest covers all of them. */
const maxListed = 50;
