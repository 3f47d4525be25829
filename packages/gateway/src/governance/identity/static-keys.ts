import { hash } from "node:crypto";
import type { Identity, Recognize } from "./identity.ts";

/** An issued key, without its secret. */
export interface StaticKey {
  readonly name: string;
  /** Hexadecimal SHA-256 of the key. Keys are long and random, so a slow hash is unnecessary. */
  readonly sha256: string;
  readonly roles: readonly string[];
  readonly tenant?: string;
  readonly isSystem: boolean;
}

/** Returns the holder of a key by its lower-case hash. The object is the same until it changes. */
export type FindKey = (sha256: string) =>
  | { readonly identity: Identity; readonly until?: AbortSignal }
  | "unknown"
  /** The key source is currently unavailable. */
  | "unavailable";

/** Prefix of all our keys, so leaked ones are recognizable. */
const keyPrefix = "tck_";

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
    if (holder === "unknown") return { kind: "refused", because: "unknown" };
    presented(token);
    return { kind: "recognized", ...holder, endsAt: Number.POSITIVE_INFINITY };
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
  readonly end: AbortController;
}

/** The issued keys, some of them revocable. */
export class KeyBook {
  readonly #lasting: ReadonlyMap<string, Identity>;
  #given: ReadonlyMap<string, Given> = new Map();
  #isKnown = true;
  #isWhole: boolean;

  /** `fixed` keys are never revoked. */
  constructor(fixed: readonly StaticKey[], others: "none" | "to-come" = "none") {
    this.#lasting = new Map(fixed.map((key) => [key.sha256.toLowerCase(), identityOf(key)]));
    this.#isWhole = others === "none";
  }

  readonly find: FindKey = (sha256) => {
    const identity = this.#lasting.get(sha256);
    if (identity !== undefined) return { identity };
    const key = this.#given.get(sha256);
    if (key !== undefined) return { identity: key.identity, until: key.end.signal };
    return this.#isKnown ? "unknown" : "unavailable";
  };

  readonly holderOf: HolderOf = (id) => {
    if (!isKeyHolder(id)) return undefined;
    const given = [...this.#given.values()].map(({ identity }) => identity);
    const holder = [...this.#lasting.values(), ...given].find((identity) => identity.id === id);
    return holder ?? (this.#isWhole ? "none" : undefined);
  };

  /** Replaces the revocable keys. Removed or changed ones are aborted. */
  replace(keys: readonly StaticKey[] | "unavailable"): void {
    const before = this.#given;
    this.#isWhole = true;
    this.#isKnown = keys !== "unavailable";
    const given = new Map(keys === "unavailable" ? [] : keys.map((key) => entryOf(key, before)));
    this.#given = given;
    for (const [sha256, key] of before) if (given.get(sha256) !== key) key.end.abort();
  }
}

function entryOf(key: StaticKey, before: ReadonlyMap<string, Given>): readonly [string, Given] {
  const sha256 = key.sha256.toLowerCase();
  const properties = JSON.stringify([key.name, key.roles, key.tenant, key.isSystem]);
  const known = before.get(sha256);
  if (known?.properties === properties) return [sha256, known];
  return [sha256, { properties, identity: identityOf(key), end: new AbortController() }];
}

/** Id prefix of key holders. No issuer may have this name. */
const keyHolder = "key:";

export function isKeyHolder(id: string): boolean {
  return id.startsWith(keyHolder);
}

function identityOf({ name, roles, tenant, isSystem }: StaticKey): Identity {
  const identity = { id: `${keyHolder}${name}`, roles, scopes: [], isSystem };
  return tenant === undefined ? identity : { ...identity, tenant };
}
