import type { Entry, ListName } from "./read-list.ts";
import { isExpansion, isUsableTemplate } from "./uri-template.ts";

/** An entry left out because another server has it. */
export interface Collision {
  readonly list: ListName;
  readonly key: string;
  readonly winner: string;
  readonly loser: string;
}

/** Beyond the longest lists. A server that renames its entries forever gains no more. */
const maxOwned = 10_000;

/**
 * Remembers which server was the first to list a URI, a template or a prompt. It stays the owner
 * until the gateway stops: another server that lists the same later does not take it over.
 */
export class Owners {
  readonly #collided: (collision: Collision) => void;
  readonly #owners = new Map<string, string>();
  readonly #owned = new Map<string, number>();
  /** The templates of each server, ever listed. */
  readonly #templates = new Map<string, string>();
  /** Lists that have been read once. */
  readonly #known = new Set<string>();

  constructor(collided: (collision: Collision) => void) {
    this.#collided = collided;
  }

  ownerOf(list: ListName, key: string): string | undefined {
    return this.#owners.get(idOf(list, key));
  }

  /** Returns the entries that belong to the server that lists them, each key once. */
  claim(list: ListName, server: string, entries: readonly Entry[]): readonly Entry[] {
    const isLater = this.#known.has(idOf(list, server));
    const kept = new Map<string, Entry>();
    for (const entry of usable(list, entries)) {
      const { key } = entry;
      if (kept.has(key)) continue;
      const owner = this.ownerOf(list, key) ?? this.#settle({ list, key, server, isLater });
      if (owner === server) kept.set(key, entry);
      else if (owner !== undefined) this.#collided({ list, key, winner: owner, loser: server });
    }
    if (entries.length > 0) this.#known.add(idOf(list, server));
    return [...kept.values()];
  }

  /** Finds the owner of a new key. Undefined if the server has too many. */
  #settle({ list, key, server, isLater }: Claim): string | undefined {
    // At first a server may list what another one's template covers. Later it would be a takeover.
    const covering = isLater && list === "resources" ? this.#coveredBy(key, server) : undefined;
    if (covering !== undefined) return covering;
    const owned = this.#owned.get(server) ?? 0;
    if (owned >= maxOwned) return undefined;
    this.#owned.set(server, owned + 1);
    this.#owners.set(idOf(list, key), server);
    if (list === "templates") this.#templates.set(key, server);
    return server;
  }

  #coveredBy(uri: string, server: string): string | undefined {
    for (const [template, owner] of this.#templates) {
      if (owner !== server && isExpansion(template, uri)) return owner;
    }
    return undefined;
  }
}

interface Claim {
  readonly list: ListName;
  readonly key: string;
  readonly server: string;
  readonly isLater: boolean;
}

function usable(list: ListName, entries: readonly Entry[]): readonly Entry[] {
  return list === "templates" ? entries.filter(({ key }) => isUsableTemplate(key)) : entries;
}

function idOf(list: ListName, key: string): string {
  return `${list} ${key}`;
}
