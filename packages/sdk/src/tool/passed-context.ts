import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { canonicalJson, digestOf } from "../contract/canonical.ts";
import { isJsonObject, type JsonObject, type JsonValue, own } from "../contract/json.ts";
import { contextSchema } from "./context.ts";
import type { Clock } from "./surroundings.ts";

/** The key in `_meta` under which a gateway passes the context of a call. */
export const contextMetaKey = "dev.toolcourt/context";

/** The variable in which a gateway gives its key to a server that it starts. */
export const contextKeyVariable = "TOOLCOURT_CONTEXT_KEY";

/** Shorter keys could be guessed. */
export const minContextKeyLength = 32;

const passedSchema = contextSchema.omit({ permissions: true });

/** What a gateway says about a call: its user, agent, session and ids. */
export type PassedContext = z.output<typeof passedSchema>;

const sealedSchema = z.strictObject({
  context: passedSchema,
  /** Milliseconds since the epoch. */
  signedAt: z.int().min(0),
  nonce: z.string().min(1).max(64),
  signature: z.string().length(43),
});

type Sealed = z.output<typeof sealedSchema>;

/** The tool and the arguments that a context belongs to. */
export interface CallOfContext {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface ContextSeal {
  /** A secret that only the gateway and this server know. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
  /** Never the same twice. */
  readonly nonce: string;
}

/**
 * Signs a context for one call with HMAC-SHA-256. The signature covers the tool, the arguments,
 * the time and the nonce, so it fits no other call. The result is the value of `contextMetaKey`.
 *
 * @example
 * ```ts
 * declare const context: PassedContext;
 * declare const key: string;
 * const call = { name: "get-card", arguments: { cardId: "card_456" } };
 * const seal = { key, signedAt: Date.now(), nonce: crypto.randomUUID() };
 * const _meta = { [contextMetaKey]: signContext(context, call, seal) };
 * ```
 */
export function signContext(
  context: PassedContext,
  call: CallOfContext,
  { key, signedAt, nonce }: ContextSeal,
): JsonObject {
  const unsigned = { context: withoutUndefined(context), signedAt, nonce };
  return { ...unsigned, signature: hmacOf(unsigned, call, key).toString("base64url") };
}

type Unsigned = Omit<Sealed, "signature" | "context"> & { readonly context: JsonObject };

function hmacOf({ context, signedAt, nonce }: Unsigned, call: CallOfContext, key: string): Buffer {
  // A list, so that no part can continue into the next one.
  const text = canonicalJson([
    "toolcourt-context-1",
    "tools/call",
    call.name,
    digestOf(call.arguments),
    context,
    signedAt,
    nonce,
  ]);
  return createHmac("sha256", key).update(text).digest();
}

function withoutUndefined(context: PassedContext): JsonObject {
  const { sessionId, metadata, ...rest } = context;
  return {
    ...rest,
    ...(sessionId !== undefined && { sessionId }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Why a context is not used. */
export type ContextFault = "no key" | "not signed" | "wrong signature" | "stale" | "replayed";

export interface ContextReaderDeps {
  /** The key shared with the gateway. Default: none, and every context is ignored. */
  readonly key: string | undefined;
  readonly clock: Clock;
  /** Receives each fault once. */
  readonly ignored: (fault: ContextFault) => void;
}

const maxSkewMs = 60_000;
const maxNonces = 500_000;

/** Reads the context of calls. Everything that the key does not prove is ignored. */
export class ContextReader {
  readonly #deps: ContextReaderDeps;
  readonly #told = new Set<ContextFault>();
  /** Used nonces and when they came, the oldest first. */
  readonly #nonces = new Map<string, number>();

  constructor(deps: ContextReaderDeps) {
    this.#deps = deps;
  }

  /** Returns the context that a gateway passed with a call, or undefined. */
  read(meta: JsonValue | undefined, call: CallOfContext): PassedContext | undefined {
    const given = isJsonObject(meta) ? own(meta, contextMetaKey) : undefined;
    if (given === undefined) return undefined;
    const reading = this.#checked(given, call);
    if (typeof reading !== "string") return reading;
    if (!this.#told.has(reading)) this.#deps.ignored(reading);
    this.#told.add(reading);
    return undefined;
  }

  #checked(given: JsonValue, call: CallOfContext): PassedContext | ContextFault {
    const { key, clock } = this.#deps;
    if (key === undefined) return "no key";
    const { data: sealed } = sealedSchema.safeParse(given);
    if (sealed === undefined) return "not signed";
    if (!isSigned(sealed, call, key)) return "wrong signature";
    if (Math.abs(clock.now() - sealed.signedAt) > maxSkewMs) return "stale";
    return this.#use(sealed.nonce) ? sealed.context : "replayed";
  }

  /** Remembers a nonce for as long as its signature could be fresh. */
  #use(nonce: string): boolean {
    const now = this.#deps.clock.monotonic();
    for (const [old, at] of this.#nonces) {
      if (now - at <= 2 * maxSkewMs) break;
      this.#nonces.delete(old);
    }
    if (this.#nonces.has(nonce) || this.#nonces.size >= maxNonces) return false;
    this.#nonces.set(nonce, now);
    return true;
  }
}

function isSigned(sealed: Sealed, call: CallOfContext, key: string): boolean {
  const unsigned = { ...sealed, context: withoutUndefined(sealed.context) };
  const given = Buffer.from(sealed.signature, "base64url");
  try {
    const expected = hmacOf(unsigned, call, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  } catch {
    // Some values have no canonical form. A gateway signs none of them.
    return false;
  }
}
