import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Principal } from "../../pipeline/call.ts";

/** Who signed in, and how long that may last. */
export interface SessionOwner {
  readonly principal: Principal;
  /** Milliseconds since 1970. Infinite for a credential without an end. */
  readonly endsAt: number;
  /** Aborts when the credential is revoked. Default: never. */
  readonly until?: AbortSignal | undefined;
}

/** A session of one browser tab. */
export interface ConsoleSession {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** Both halves of a new session. Only their hashes are kept. */
export interface SessionHalves {
  readonly cookie: string;
  readonly header: string;
}

/** A session as opened. */
export interface OpenedSession extends SessionHalves {
  readonly session: ConsoleSession;
}

interface Tab extends ConsoleSession {
  /** Hash of the cookie, which all tabs of a browser share. */
  cookie: string;
  /** Monotonic milliseconds. */
  readonly endsAt: number;
  usedAt: number;
  readonly end: AbortController;
}

export const idleMinutes = 30;
const idleMs = idleMinutes * 60_000;
const longestMs = 12 * 3_600_000;
/** Above it the oldest session ends. */
const maxTabs = 1_000;
/** The same for one principal, so that none can end the sessions of all others. */
const maxTabsOfOne = 50;
const halfBytes = 32;

/** The sessions of the console in this process. */
export class ConsoleSessions {
  readonly #runtime: Pick<Runtime, "clock" | "randomBytes">;
  /** By the hash of the header's half, the oldest first. */
  readonly #tabs = new Map<string, Tab>();

  constructor(runtime: Pick<Runtime, "clock" | "randomBytes">) {
    this.#runtime = runtime;
  }

  /**
   * Opens a session with new halves. Other tabs of the same principal in this browser, named by the
   * cookie that it sent, move to the new cookie.
   */
  open({ principal, endsAt, until }: SessionOwner, sentCookie?: string): OpenedSession {
    const { clock } = this.#runtime;
    const halves = { cookie: this.#newHalf(), header: this.#newHalf() };
    const cookie = hashOf(halves.cookie);
    for (const tab of this.#tabsOf(sentCookie)) {
      if (isSame(tab.principal, principal)) tab.cookie = cookie;
    }
    const lastsMs = Math.min(longestMs, endsAt - clock.now());
    const now = clock.monotonic();
    const end = new AbortController();
    const tab: Tab = {
      principal,
      expiresAt: clock.now() + lastsMs,
      ended: end.signal,
      cookie,
      endsAt: now + lastsMs,
      usedAt: now,
      end,
    };
    this.#tabs.set(hashOf(halves.header), tab);
    this.#dropOldest(principal);
    until?.addEventListener("abort", () => this.#end(tab), { once: true, signal: end.signal });
    if (until?.aborted === true) this.#end(tab);
    return { ...halves, session: tab };
  }

  /**
   * Returns the session of both halves. Undefined if there is none. It counts as used by a person
   * only if it is attended: an open page asks by itself all the time.
   */
  find({ cookie, header }: SessionHalves, isAttended = true): ConsoleSession | undefined {
    // The lookup is by hash, so its time tells nothing about a half.
    const tab = this.#tabs.get(hashOf(header));
    if (tab === undefined || tab.cookie !== hashOf(cookie)) return undefined;
    if (this.#isOver(tab)) {
      this.#end(tab);
      return undefined;
    }
    if (isAttended) tab.usedAt = this.#runtime.clock.monotonic();
    return tab;
  }

  /** Ends the session in all tabs of the browser. */
  endAll(cookie: string): void {
    for (const tab of this.#tabsOf(cookie)) this.#end(tab);
  }

  /** Ends sessions that have expired or were not used, so that their streams end too. */
  readonly endExpired = (): void => {
    for (const tab of this.#tabs.values()) if (this.#isOver(tab)) this.#end(tab);
  };

  #newHalf(): string {
    return Buffer.from(this.#runtime.randomBytes(halfBytes)).toString("hex");
  }

  #tabsOf(cookie: string | undefined): readonly Tab[] {
    if (cookie === undefined) return [];
    const wanted = hashOf(cookie);
    return [...this.#tabs.values()].filter((tab) => tab.cookie === wanted);
  }

  #isOver({ endsAt, usedAt, expiresAt }: Tab): boolean {
    const { clock } = this.#runtime;
    const now = clock.monotonic();
    return now >= endsAt || clock.now() >= expiresAt || now - usedAt >= idleMs;
  }

  #end(tab: Tab): void {
    for (const [key, each] of this.#tabs) if (each === tab) this.#tabs.delete(key);
    tab.end.abort();
  }

  #dropOldest(principal: Principal): void {
    const all = [...this.#tabs.values()];
    const own = all.filter((tab) => isSame(tab.principal, principal));
    const [ownOldest] = own.length > maxTabsOfOne ? own : [];
    const [oldest] = all.length > maxTabs ? all : [];
    const ending = ownOldest ?? oldest;
    if (ending !== undefined) this.#end(ending);
  }
}

function hashOf(half: string): string {
  return hash("sha256", half, "hex");
}

function isSame(one: Principal, other: Principal): boolean {
  return one.id === other.id && one.tenant === other.tenant;
}
