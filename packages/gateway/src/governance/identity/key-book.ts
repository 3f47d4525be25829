import type { Identity } from "./identity.ts";
import type { FindKey, StaticKey } from "./static-keys.ts";

/** The keys that were given out, some of which can be taken back. */
export interface KeyBook {
  readonly find: FindKey;
  readonly holderOf: HolderOf;
  /** Has these in the place of the last ones. Whoever is no longer among them, as it was, is told to end. */
  readonly replace: (keys: readonly StaticKey[] | "unavailable") => void;
}

/**
 * Who has a key at this moment, by the id of its holder. Undefined where the book cannot tell: an id that no
 * key gave, or others were to come and nobody brought them.
 */
export type HolderOf = (id: string) => Identity | "nobody" | undefined;

interface Given {
  /** All that is known of the key: one with other roles is another. */
  readonly said: string;
  readonly identity: Identity;
  readonly end: AbortController;
}

/** `fixed` are good for ever. */
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

/** What the ids of those who have a key begin with. No issuer may have this name. */
const keyHolder = "key:";

function identityOf({ name, roles, tenant, isSystem }: StaticKey): Identity {
  const identity = { id: `${keyHolder}${name}`, roles, scopes: [], isSystem };
  return tenant === undefined ? identity : { ...identity, tenant };
}
