import type { Difference } from "@toolcourt/contracts/internal/drift/classify";
import { classifyItem } from "@toolcourt/contracts/internal/drift/classify-item";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { admittedChange, firstUse } from "@toolcourt/contracts/internal/lock/lock";
import {
  type ItemList,
  type ItemsByServer,
  itemDigest,
  itemLists,
  type LockedItem,
  type LockedItems,
  lockedItem,
} from "@toolcourt/contracts/internal/lock/locked-items";
import type { Logger } from "../telemetry/events.ts";
import type { Entry, ListName } from "./read-list.ts";
import type { RelayServer } from "./relays.ts";

/** Why a prompt, a template or a view is neither listed nor answered. */
export type ItemHold =
  | { readonly kind: "drifted"; readonly difference: Difference }
  /** Missing from a frozen lock, or beyond the size of what is locked of a server. */
  | { readonly kind: "not-admitted" }
  /** A view that asks for more than origins. */
  | { readonly kind: "unsafe"; readonly problem: string };

export interface ItemLockDeps extends Pick<Runtime, "clock"> {
  /** As of the start. Undefined if the lock says nothing, and then nothing is held at first. */
  readonly items: ItemsByServer | undefined;
  readonly save: (items: ItemsByServer) => Promise<void>;
  /** Whether definitions missing from the lock are refused rather than trusted. */
  readonly frozen: boolean;
  readonly log: Logger["log"];
}

type Lister = Pick<RelayServer, "name" | "mode">;

/** Definitions of one server. A server that renames its prompts forever must not fill the disk. */
const maxBytes = 1_048_576;
const maxUris = 1_000;
const maxUriLength = 2_048;

/** What is locked of a server. Grows while the gateway runs. */
interface Book {
  prompts?: Map<string, LockedItem>;
  templates?: Map<string, LockedItem>;
  views?: Map<string, LockedItem>;
  resources?: Set<string>;
  bytes: number;
}

/**
 * Compares prompts, templates and views with the lock, and holds those that changed. New ones are
 * trusted and locked, but not the views of a strict server. Remembers the URIs of each server, for
 * their owner at the next start.
 */
export class ItemLock {
  readonly #deps: ItemLockDeps;
  readonly #books: Map<string, Book>;
  #isChanged = false;
  /** Items that changed since the start. Only an approval and a restart release one. */
  readonly #held = new Map<string, ItemHold>();

  constructor(deps: ItemLockDeps) {
    this.#deps = deps;
    this.#books = new Map(
      [...(deps.items ?? [])].map(([server, items]) => [server, bookOf(items)]),
    );
  }

  /** Compares the entries that a server owns. What is new is in the lock when this resolves. */
  async look(list: LockedList, server: Lister, entries: readonly Entry[]): Promise<void> {
    if (list === "resources") this.#remember(server, entries);
    else for (const entry of entries) this.#compare({ list, server, entry });
    await this.#save();
  }

  holdOf(list: LockedList, server: string, key: string): ItemHold | undefined {
    return this.#held.get(idOf(list, server, key));
  }

  /** Holds a view that no approval can admit. */
  refuse(server: string, view: string, problem: string): void {
    const id = idOf("views", server, view);
    if (this.#held.get(id)?.kind === "unsafe") return;
    this.#held.set(id, { kind: "unsafe", problem });
    this.#deps.log("view.unsafe", { view, server, problem });
  }

  /** Returns what the lock has of a list. Undefined if it has nothing, not even an empty list. */
  lockedIn(list: ItemList, server: string): ReadonlyMap<string, unknown> | undefined {
    return this.#books.get(server)?.[list];
  }

  #compare({ list, server, entry }: Offer): void {
    const { key } = entry;
    const id = idOf(list, server.name, key);
    // A server that restores the good definition has not explained the bad one.
    if (this.#held.has(id)) return;
    const hold = this.#holdFor({ list, server, entry });
    if (hold === undefined) return;
    this.#held.set(id, hold);
    const place = { what: nouns[list], item: key, server: server.name };
    if (hold.kind === "drifted") {
      this.#deps.log("item.drifted", { ...place, difference: hold.difference });
    } else this.#deps.log("item.withheld", place);
  }

  #holdFor(offer: Offer): ItemHold | undefined {
    const { list, server, entry } = offer;
    const known = this.#books.get(server.name)?.[list]?.get(entry.key);
    if (known === undefined) return this.#trust(offer);
    const definition = entry.listed;
    if (known.digest === itemDigest({ server: server.name, list, definition })) return undefined;
    const difference = differenceOf(list, known.definition, definition);
    if (!this.#isHarmless(difference, server)) return { kind: "drifted", difference };
    const hold = this.#lock(offer, admittedChange);
    const what = { what: nouns[list], item: entry.key, server: server.name, difference };
    if (hold === undefined) this.#deps.log("item.updated", what);
    return hold;
  }

  /** Trusts a definition on first use, unless a frozen lock has the list without it. */
  #trust(offer: Offer): ItemHold | undefined {
    const { frozen, items } = this.#deps;
    const isComplete = frozen && items?.get(offer.server.name)?.[offer.list] !== undefined;
    const isRefused = isComplete || (offer.list === "views" && offer.server.mode === "strict");
    return isRefused ? { kind: "not-admitted" } : this.#lock(offer, firstUse);
  }

  #isHarmless(difference: Difference, { mode }: Lister): boolean {
    if (mode === "strict" || this.#deps.frozen) return false;
    return difference === "cosmetic" || difference === "compatible";
  }

  #lock({ list, server, entry }: Offer, by: string): ItemHold | undefined {
    const { name } = server;
    const book = this.#bookFor(name);
    const bytes = book.bytes + sizeOf(entry.listed);
    if (bytes > maxBytes) return { kind: "not-admitted" };
    const item = { server: name, list, definition: entry.listed };
    book.bytes = bytes;
    book[list] ??= new Map();
    book[list].set(entry.key, lockedItem(item, { by, at: this.#deps.clock.now() }));
    this.#isChanged = true;
    return undefined;
  }

  #remember({ name }: Lister, entries: readonly Entry[]): void {
    const uris = entries.map(({ key }) => key).filter(({ length }) => length <= maxUriLength);
    if (uris.length === 0) return;
    const book = this.#bookFor(name);
    book.resources ??= new Set();
    for (const uri of uris) {
      if (book.resources.has(uri) || book.resources.size >= maxUris) continue;
      book.resources.add(uri);
      this.#isChanged = true;
    }
  }

  #bookFor(server: string): Book {
    const book = this.#books.get(server) ?? { bytes: 0 };
    this.#books.set(server, book);
    return book;
  }

  /** If the lock cannot be written, what is new is trusted until the gateway stops. */
  async #save(): Promise<void> {
    const { frozen, save, log } = this.#deps;
    if (frozen || !this.#isChanged) return;
    this.#isChanged = false;
    const items = new Map([...this.#books].map(([server, book]) => [server, copyOf(book)]));
    await save(items).catch(() => log("lock.unwritten", {}));
  }
}

function bookOf(items: LockedItems): Book {
  const all = itemLists.flatMap((list) => [...(items[list]?.values() ?? [])]);
  const bytes = all.reduce((sum, { definition }) => sum + sizeOf(definition), 0);
  return { ...copyOf(items), bytes };
}

/** Copies what is locked: the saver compares it with later versions. */
function copyOf({ prompts, templates, views, resources }: LockedItems): Omit<Book, "bytes"> {
  return {
    ...(prompts && { prompts: new Map(prompts) }),
    ...(templates && { templates: new Map(templates) }),
    ...(views && { views: new Map(views) }),
    ...(resources && { resources: new Set(resources) }),
  };
}

/** The lists of a server, and the views among its resources. */
export type LockedList = ListName | "views";

interface Offer {
  readonly list: ItemList;
  readonly server: Lister;
  readonly entry: Entry;
}

/** Equal texts have equal digests, so a definition without a drift is doubtful. */
function differenceOf(list: ItemList, locked: Entry["listed"], now: Entry["listed"]): Difference {
  // A page is a program, of which only the digest is known.
  const drift = list === "views" ? "breaking" : classifyItem(locked, now);
  return drift === "none" ? "breaking" : drift;
}

const nouns = { prompts: "Prompt", templates: "Resource template", views: "View" } as const;

function sizeOf(definition: Entry["listed"]): number {
  return JSON.stringify(definition).length;
}

function idOf(list: LockedList, server: string, key: string): string {
  return JSON.stringify([list, server, key]);
}
