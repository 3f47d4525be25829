import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Identity, Recognize } from "./identity.ts";

/** An issued key, without its secret. */
export interface StaticKey {
  readonly name: string;
  /** Hexadecimal SHA-256 of the key. Keys are long and random, so a slow hash is unnecessary. */
  readonly sha256: string;
  readonly roles: readonly string[];
  readonly tenant?: string;
  readonly isSystem: boolean;
  /** When it ends, in milliseconds since 1970. Default: never. */
  readonly expiresAt?: number;
}

/** Returns the holder of a key by its lower-case hash. The object is the same until it changes. */
export type FindKey = (sha256: string) =>
  | {
      readonly identity: Identity;
      /** Infinite if the key does not expire. */
      readonly endsAt: number;
      /** Aborts when the key is revoked or expires. */
      readonly until: AbortSignal;
    }
  | "unknown"
  | "expired"
  /** The key source is currently unavailable. */
  | "unavailable";

/** Prefix of all our keys, so leaked ones are recognizable. */
const keyPrefix = "tck_";

/** Makes a key. It is long and random, so that its hash does not help to guess it. */
export function newKey(randomBytes: (count: number) => Uint8Array): string {
  return `${keyPrefix}${Buffer.from(randomBytes(32)).toString("base64url")}`;
}

/**
 * Recognizes keys by their hashes. A hash lookup leaks no timing information about guesses. `presented`
 * is called with each known key: only then is it in memory.
 */
export function createStaticKeys(
  find: FindKey,
  presented: (key: string) => void = () => undefined,
): Recognize {
  return (token) => {
    if (!token.startsWith(keyPrefix)) return undefined;
    const holder = find(hash("sha256", token, "hex"));
    if (holder === "unavailable") return { kind: "unavailable" };
    if (typeof holder === "string") return { kind: "refused", because: holder };
    presented(token);
    return { kind: "recognized", ...holder };
  };
}

/**
 * Returns the current holder of a key by id. Undefined if the book cannot tell: no key has such an
 * id, or the revocable keys never arrived.
 */
export type HolderOf = (id: string) => Identity | "none" | undefined;

interface Given {
  /** All properties of the key: one with other roles is another key. */
  readonly properties: string;
  readonly identity: Identity;
  readonly endsAt: number;
  readonly end: AbortController;
}

/** The issued keys, some of them revocable. */
export class KeyBook {
  readonly #clock: Pick<Runtime["clock"], "now">;
  #configured: ReadonlyMap<string, Given>;
  #given: ReadonlyMap<string, Given> = new Map();
  #isKnown = true;
  #isWhole: boolean;

  /** `configured` keys change only with the configuration. */
  constructor(
    configured: readonly StaticKey[],
    clock: Pick<Runtime["clock"], "now">,
    others: "none" | "to-come" = "none",
  ) {
    this.#clock = clock;
    this.#configured = replaced(new Map(), configured);
    this.#isWhole = others === "none";
  }

  readonly find: FindKey = (sha256) => {
    const key = this.#configured.get(sha256) ?? this.#given.get(sha256);
    if (key === undefined) return this.#isKnown ? "unknown" : "unavailable";
    if (this.#isExpired(key)) return "expired";
    const { identity, endsAt, end } = key;
    return { identity, endsAt, until: end.signal };
  };

  readonly holderOf: HolderOf = (id) => {
    if (!isKeyHolder(id)) return undefined;
    const key = this.#all().find(({ identity }) => identity.id === id);
    if (key !== undefined) return this.#isExpired(key) ? "none" : key.identity;
    return this.#isWhole ? "none" : undefined;
  };

  /** Whether some key can be accepted, as far as its source tells. */
  readonly isUsable = (): boolean => this.#isKnown || this.#configured.size > 0;

  /** Aborts the keys that have expired, so that their sessions end. */
  readonly endExpired = (): void => {
    for (const key of this.#all()) if (this.#isExpired(key)) key.end.abort();
  };

  /** Replaces the revocable keys. Removed or changed ones are aborted. */
  replace(keys: readonly StaticKey[] | "unavailable"): void {
    this.#isWhole = true;
    this.#isKnown = keys !== "unavailable";
    this.#given = replaced(this.#given, keys === "unavailable" ? [] : keys);
  }

  /** Replaces the keys in the configuration itself. Removed or changed ones are aborted. */
  configure(keys: readonly StaticKey[]): void {
    this.#configured = replaced(this.#configured, keys);
  }

  #all(): readonly Given[] {
    return [...this.#configured.values(), ...this.#given.values()];
  }

  #isExpired({ endsAt }: Given): boolean {
    return endsAt <= this.#clock.now();
  }
}

function replaced(
  before: ReadonlyMap<string, Given>,
  keys: readonly StaticKey[],
): ReadonlyMap<string, Given> {
  const given = new Map(keys.map((key) => entryOf(key, before)));
  for (const [sha256, key] of before) if (given.get(sha256) !== key) key.end.abort();
  return given;
}

function entryOf(key: StaticKey, before: ReadonlyMap<string, Given>): readonly [string, Given] {
  const sha256 = key.sha256.toLowerCase();
  const { name, roles, tenant, isSystem, expiresAt: endsAt = Number.POSITIVE_INFINITY } = key;
  const properties = JSON.stringify([name, roles, tenant, isSystem, endsAt]);
  const known = before.get(sha256);
  if (known?.properties === properties) return [sha256, known];
  return [sha256, { properties, identity: identityOf(key), endsAt, end: new AbortController() }];
}

/** Id prefix of key holders. No issuer may have this name. */
const keyHolder = "key:";

export function isKeyHolder(id: string): boolean {
  return id.startsWith(keyHolder);
}

/** Returns the id of a key's holder, as policies name it. */
export function holderIdOf(name: string): string {
  return `${keyHolder}${name}`;
}

function identityOf({ name, roles, tenant, isSystem }: StaticKey): Identity {
  const identity = { id: holderIdOf(name), roles, scopes: [], isSystem };
  return tenant === undefined ? identity : { ...identity, tenant };
}
