import type { ItemsByServer } from "@toolcourt/contracts/internal/lock/locked-items";
import { isViewUri } from "../protocol/view-addresses.ts";
import type { Entry, ListName } from "./read-list.ts";
import { passes, type RelayServer } from "./relays.ts";
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

/** The names that the lock gives to a server. */
export interface LockedOwner extends Partial<Record<ListName, readonly string[]>> {
  readonly server: string;
}

/**
 * Remembers which server owns a URI, a template or a prompt: the one in the lock, else the first to
 * list it. Another server that lists the same later does not take it over.
 */
export class Owners {
  readonly #collided: (collision: Collision) => void;
  readonly #owners = new Map<string, string>();
  readonly #owned = new Map<string, number>();
  /** The templates of each server, ever listed. The first ones come first. */
  readonly #templates = new Map<string, string>();
  readonly #locked = new Set<string>();
  /** Lists that have been read once. */
  readonly #known = new Set<string>();

  /** In the order of the configuration: if the lock names two owners, the first one stays. */
  constructor(collided: (collision: Collision) => void, locked: readonly LockedOwner[] = []) {
    this.#collided = collided;
    for (const { server, ...lists } of locked) {
      for (const list of listNames) this.#giveAll(list, server, lists[list] ?? []);
      for (const template of lists.templates ?? []) this.#locked.add(template);
    }
  }

  #giveAll(list: ListName, server: string, keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.ownerOf(list, key, server) === undefined) this.#give({ list, key, server });
    }
  }

  /** `server` is the one that offers it: each has its own views, whatever others have. */
  ownerOf(list: ListName, key: string, server?: string): string | undefined {
    return this.#owners.get(idOf(list, key, server));
  }

  /**
   * Returns the server whose template came first among those that match a URI. It stays the owner
   * while it does not list the template.
   */
  ownerByTemplate(uri: string): string | undefined {
    for (const [template, owner] of this.#templates) if (isExpansion(template, uri)) return owner;
    return undefined;
  }

  /** Tells whether a URI belongs to another server, by itself or by a template. */
  isForeign(uri: string, server: string): boolean {
    const owner = this.ownerOf("resources", uri);
    if (owner !== undefined) return owner !== server;
    return this.#coveredBy({ key: uri, server, isLater: true }) !== undefined;
  }

  /** Returns the entries that belong to the server that lists them, each key once. */
  claim(list: ListName, server: string, entries: readonly Entry[]): readonly Entry[] {
    const isLater = this.#known.has(idOf(list, server));
    const kept = new Map<string, Entry>();
    for (const entry of usable(list, entries)) {
      const { key } = entry;
      if (kept.has(key)) continue;
      const owner = this.ownerOf(list, key, server) ?? this.#settle({ list, key, server, isLater });
      if (owner === server) kept.set(key, entry);
      else if (owner !== undefined) this.#collided({ list, key, winner: owner, loser: server });
    }
    // An empty list counts too: a server that waits must not take over by its second one.
    this.#known.add(idOf(list, server));
    return [...kept.values()];
  }

  /** Finds the owner of a new key. Undefined if the server has too many. */
  #settle({ list, key, server, isLater }: Claim): string | undefined {
    const covering = list === "resources" ? this.#coveredBy({ key, server, isLater }) : undefined;
    if (covering !== undefined) return covering;
    const owned = this.#owned.get(server) ?? 0;
    if (owned >= maxOwned) return undefined;
    this.#owned.set(server, owned + 1);
    this.#give({ list, key, server });
    return server;
  }

  #give({ list, key, server }: Omit<Claim, "isLater">): void {
    this.#owners.set(idOf(list, key, server), server);
    if (list === "templates" && !isViewUri(key)) this.#templates.set(key, server);
  }

  /**
   * At first a server may list what another one's template covers, unless the lock has the
   * template. Later it would be a takeover, except where a template of its own came first.
   */
  #coveredBy({ key: uri, server, isLater }: Omit<Claim, "list">): string | undefined {
    if (isViewUri(uri)) return undefined;
    for (const [template, owner] of this.#templates) {
      if (!isExpansion(template, uri)) continue;
      if (owner === server) return undefined;
      if (isLater || this.#locked.has(template)) return owner;
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

const listNames = ["resources", "templates", "prompts"] as const satisfies readonly ListName[];

function usable(list: ListName, entries: readonly Entry[]): readonly Entry[] {
  return list === "templates" ? entries.filter(({ key }) => isUsableTemplate(key)) : entries;
}

function idOf(list: ListName, key: string, server = ""): string {
  return isViewUri(key) ? JSON.stringify([list, key, server]) : `${list} ${key}`;
}

/**
 * Returns the names that the lock gives to each server. What the configuration holds back of a
 * server is free: only an operator can do that.
 */
export function lockedOwners(
  servers: readonly RelayServer[],
  items: ItemsByServer | undefined,
): readonly LockedOwner[] {
  const named = servers.map((server) => {
    const locked = items?.get(server.name);
    const prompts = keysOf(locked?.prompts).filter((name) => passes(server.prompts, name));
    if (server.resources !== "all") return { server: server.name, prompts };
    return { server: server.name, prompts, resources: keysOf(locked?.resources) };
  });
  return [...named, ...lockedTemplates(servers, items)];
}

/** In the order in which they were locked: a later template does not cover an earlier one. */
function lockedTemplates(
  servers: readonly RelayServer[],
  items: ItemsByServer | undefined,
): readonly LockedOwner[] {
  return servers
    .filter(({ resources }) => resources === "all")
    .flatMap(({ name: server }) =>
      [...(items?.get(server)?.templates ?? [])].map(([template, { approvedAt }]) => ({
        at: Date.parse(approvedAt),
        owner: { server, templates: [template] },
      })),
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ owner }) => owner);
}

function keysOf(names: { readonly keys: () => Iterable<string> } | undefined): readonly string[] {
  return names === undefined ? [] : [...names.keys()];
}
