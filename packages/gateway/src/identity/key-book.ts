import type { Identity } from "./identity.ts";
import type { FindKey, StaticKey } from "./static-keys.ts";

/** The keys that were given out, some of which can be taken back. */
export interface KeyBook {
  readonly find: FindKey;
  /** Has these in the place of the last ones. Whoever is no longer among them, as it was, is told to end. */
  readonly replace: (keys: readonly StaticKey[] | "unavailable") => void;
}

interface Given {
  /** All that is known of the key: one with other roles is another. */
  readonly said: string;
  readonly identity: Identity;
  readonly end: AbortController;
}

/** `fixed` are good for ever. */
export function createKeyBook(fixed: readonly StaticKey[]): KeyBook {
  const lasting = new Map(fixed.map((key) => [key.sha256.toLowerCase(), identityOf(key)]));
  let given: ReadonlyMap<string, Given> = new Map();
  let isKnown = true;

  return {
    find: (sha256) => {
      const identity = lasting.get(sha256);
      if (identity !== undefined) return { identity };
      const key = given.get(sha256);
      if (key !== undefined) return { identity: key.identity, until: key.end.signal };
      return isKnown ? "unknown" : "unavailable";
    },
    replace: (keys) => {
      const before = given;
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

function identityOf({ name, roles, tenant, isSystem }: StaticKey): Identity {
  const identity = { id: `key:${name}`, roles, scopes: [], isSystem };
  return tenant === undefined ? identity : { ...identity, tenant };
}
