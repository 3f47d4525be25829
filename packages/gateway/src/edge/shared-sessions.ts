import { createCipheriv, createDecipheriv, hash, hkdfSync } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { SessionHandles } from "./session-handle.ts";

/** Channel between gateways that share their stores. Delivers each text at most once. */
export interface SessionChannel {
  readonly publish: (text: string) => Promise<void>;
  readonly subscribe: (listener: (text: string) => void) => Promise<() => Promise<void>>;
}

/** Marks of ended sessions, for replicas that did not hear of the end. */
export interface EndedMarks {
  readonly put: (key: string) => Promise<void>;
  readonly has: (key: string) => Promise<boolean>;
}

export interface SharedSessionsOptions extends Pick<Runtime, "clock" | "randomBytes"> {
  /** The key that all replicas have. */
  readonly key: Uint8Array;
  /** Unique name of this process, of letters and digits. */
  readonly name: string;
  readonly channel: SessionChannel;
  /** Default: only gateways that run when a session ends know of it. */
  readonly marks?: EndedMarks | undefined;
}

/**
 * What a gateway tells the others about a session. `answer`: the client's answer to a question of
 * gateway `to`. `cancelled`: a call that any of them may run. `updated`: a signal for the client's
 * stream. `ended`: the client has ended it.
 */
export interface Told {
  readonly kind: "answer" | "cancelled" | "updated" | "ended";
  readonly session: string;
  readonly to?: string;
  readonly message?: JsonObject;
}

const kinds: ReadonlySet<unknown> = new Set(["answer", "cancelled", "updated", "ended"]);

/** Ids of ended sessions that are remembered. Beyond it the oldest is forgotten. */
const maxEnded = 10_000;
const maxLength = 1_000_000;

const cipher = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/**
 * Lets each gateway continue the sessions of the others. What they tell each other is encrypted
 * and authenticated with their common key, because it carries answers of people.
 */
export class SharedSessions {
  readonly handles: SessionHandles;
  readonly name: string;
  readonly #options: SharedSessionsOptions;
  readonly #key: Uint8Array;
  readonly #listeners = new Set<(told: Told) => void>();
  readonly #ended = new Set<string>();

  constructor(options: SharedSessionsOptions) {
    const { key, clock, name } = options;
    this.#options = options;
    this.name = name;
    this.handles = new SessionHandles({ key, clock });
    this.#key = new Uint8Array(hkdfSync("sha256", key, "", "toolcourt-session-notices-v1", 32));
  }

  /** Listens to the others. Returns the unsubscribe function. */
  async listen(): Promise<() => void> {
    const leave = await this.#options.channel.subscribe((text) => this.#hear(text));
    // Not awaited: the store may be down, and its owner closes it.
    return () => void leave().catch(() => undefined);
  }

  /** Registers a listener for what others tell. Returns the function that removes it. */
  whenTold(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Rejects if the others cannot be told. */
  tell(told: Told): Promise<void> {
    return this.#options.channel.publish(this.#seal(JSON.stringify({ ...told, from: this.name })));
  }

  /** Ends a session at all gateways. One that cannot be told ends it with its lifetime. */
  async end(session: string): Promise<void> {
    this.#remember(session);
    const marked = this.#options.marks?.put(keyOf(session));
    await Promise.allSettled([marked, this.tell({ kind: "ended", session })]);
  }

  async isEnded(session: string): Promise<boolean> {
    if (this.#ended.has(session)) return true;
    const { marks } = this.#options;
    // An outage must not end sessions: an id gives no access, because each request is authenticated.
    return marks === undefined ? false : marks.has(keyOf(session)).catch(() => false);
  }

  #hear(text: string): void {
    const told = this.#open(text);
    if (told === undefined) return;
    if (told.kind === "ended") this.#remember(told.session);
    for (const listener of this.#listeners) listener(told);
  }

  #remember(session: string): void {
    const [oldest] = this.#ended.size < maxEnded ? [] : this.#ended;
    if (oldest !== undefined) this.#ended.delete(oldest);
    this.#ended.add(session);
  }

  #seal(text: string): string {
    const iv = this.#options.randomBytes(ivLength);
    const sealing = createCipheriv(cipher, this.#key, iv, { authTagLength: tagLength });
    const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
    return Buffer.concat([iv, sealing.getAuthTag(), body]).toString("base64url");
  }

  /** Returns what another gateway told. Undefined for everything else. */
  #open(text: string): Told | undefined {
    if (text.length > maxLength) return undefined;
    const bytes = Buffer.from(text, "base64url");
    const start = ivLength + tagLength;
    if (bytes.length <= start) return undefined;
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    opening.setAuthTag(bytes.subarray(ivLength, start));
    try {
      const opened = Buffer.concat([opening.update(bytes.subarray(start)), opening.final()]);
      return toldIn(parseJson(opened.toString("utf8")), this.name);
    } catch {
      return undefined;
    }
  }
}

function toldIn(value: unknown, ownName: string): Told | undefined {
  if (!isJsonObject(value) || own(value, "from") === ownName) return undefined;
  const [kind, session, to] = [own(value, "kind"), own(value, "session"), own(value, "to")];
  const message = own(value, "message");
  if (!isKind(kind) || typeof session !== "string") return undefined;
  if (to !== undefined && to !== ownName) return undefined;
  return { kind, session, ...(isJsonObject(message) && { message }) };
}

function isKind(value: unknown): value is Told["kind"] {
  return kinds.has(value);
}

/** The store need not know ids. */
function keyOf(session: string): string {
  return `session:${hash("sha256", session, "hex")}`;
}
