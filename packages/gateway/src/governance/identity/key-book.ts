import type { Identity } from "./identity.ts";
import type { FindKey, StaticKey } from "./static-keys.ts";

/** The issued keys, some of them revocable. */
export interface KeyBook {
  readonly find: FindKey;
  readonly holderOf: HolderOf;
  /** Replaces the revocable keys. Removed or changed ones are aborted. */
  readonly replace: (keys: readonly StaticKey[] | "unavailable") => void;
}

/**
 * Returns the current holder of a key by id. Undefined if the book cannot tell: no key has such an
 * id, or the revocable keys never arrived.
 */
export type HolderOf = (id: string) => Identity | "nobody" | undefined;

interface Given {
  /** All properties of the key: one with other roles is another key. */
  readonly said: string;
  readonly identity: Identity;
  readonly end: AbortController;
}

/** Creates a key book. `fixed` keys are never revoked. */
export function createKeyBook(
  fixed: readonly StaticKey[],
  others: "none" | "to-come" = "none",
): KeyBook {
  const lasting = new Map(fixed.map((key) => [key.sha256.toLowerCase(), identityOf(key)]));
  let given: ReadonlyMap<string, Given> = new Map();
  let isKnown = true;
  let isWhole = others === "none";

  return {
    find: (sha256) => {
      const identity = lasting.get(sha256);
      if (identity !== undefined) return { identity };
      const key = given.get(sha256);
      if (key !== undefined) return { identity: key.identity, until: key.end.signal };
      return isKnown ? "unknown" : "unavailable";
    },
    holderOf: (id) => {
      if (!id.startsWith(keyHolder)) return undefined;
      const now = [...lasting.values(), ...[...given.values()].map(({ identity }) => identity)];
      return now.find((identity) => identity.id === id) ?? (isWhole ? "nobody" : undefined);
    },
    replace: (keys) => {
      const before = given;
      isWhole = true;
      isKnown = keys !== "unavailable";
      given = new Map(keys === "unavailable" ? [] : keys.map((key) => entryOf(key, before)));
      for (const [sha256, key] of before) if (given.get(sha256) !== key) key.end.abort();
    },
  };
}

function entryOf(key: StaticKey, before: ReadonlyMap<string, Given>): readonly [string, Given] {
  const sha256 = key.sha256.toLowerCase();
  const said = JSON.stringify([key.name, key.roles, key.tenant, key.isSystem]);
  const known = before.get(sha256);
  if (known?.said === said) return [sha256, known];
  return [sha256, { said, identity: identityOf(key), end: new AbortController() }];
}

/** Id prefix of key holders. No issuer may have this name. */
const keyHolder = "key:";

function identityOf({ name, roles, tenant, isSystem }: StaticKey): Identity {
  const identity = { id: `${keyHolder}${name}`, roles, scopes: [], isSystem };
  return tenant === undefined ? identity : { ...identity, tenant };
}
