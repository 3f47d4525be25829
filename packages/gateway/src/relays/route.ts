import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { OfferedItem, OfferedLists } from "@toolcourt/contracts/internal/lock/compare-items";
import type { ItemList } from "@toolcourt/contracts/internal/lock/locked-items";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Principal, shownName } from "../pipeline/call.ts";
import { isViewUri } from "../protocol/view-addresses.ts";
import type { ItemHold, ItemLock } from "./item-lock.ts";
import type { Owners } from "./owners.ts";
import { type Entry, type ListName, unanswered } from "./read-list.ts";
import { mayHave } from "./relays.ts";
import {
  type Found,
  type IsOpen,
  type Routed,
  routed,
  unknownResource,
  ViewRouter,
  type ViewRouterDeps,
} from "./route-views.ts";
import type { ServerLists } from "./server-lists.ts";
import { isExpansion, isSafeUri } from "./uri-template.ts";

/** A prompt, a template or a view, and why it is held. */
export interface ReviewedItem extends OfferedItem {
  readonly hold?: ItemHold | undefined;
}

export interface ReviewedLists extends OfferedLists {
  readonly items: readonly ReviewedItem[];
}

/** The lists of a server whose entries are in the lock as they come. */
const listed = ["prompts", "templates"] as const;
type Listed = (typeof listed)[number];

interface Offering {
  readonly items: ReviewedItem[];
  readonly answered: Set<ItemList>;
}

export interface RouterDeps<Home> extends Omit<ViewRouterDeps<Home>, "match" | "named"> {
  readonly owners: Owners;
  readonly items: ItemLock;
}

/**
 * Finds the owner of a URI, a template or a prompt. Looks at all servers, whatever the principal
 * may use: otherwise a closed owner would leave its names to another server.
 */
export class Router<Home extends ServerLists> {
  readonly #deps: RouterDeps<Home>;
  /** The entries that a server owns in a list that it sent. Lists are kept, and settled once. */
  readonly #settled = new WeakMap<readonly Entry[], Promise<readonly Entry[]>>();
  readonly #views: ViewRouter<Home>;

  constructor(deps: RouterDeps<Home>) {
    this.#deps = deps;
    this.#views = new ViewRouter({
      ...deps,
      named: (server) => this.#named(server),
      match: (list, home, isWanted) => this.#first(list, ({ key }) => isWanted(key), [home]),
    });
  }

  /** Returns the entries of all servers, each with its owner. Lists are read side by side. */
  async entries(list: ListName, waitMs?: number): Promise<readonly { home: Home; entry: Entry }[]> {
    const { homes } = this.#deps;
    const all = await Promise.all(homes.map((home) => home.read(list, waitMs)));
    const owned = await Promise.all(
      homes.map((home, index) => this.#owned(list, home, all[index] ?? [])),
    );
    return homes.flatMap((home, index) =>
      (owned[index] ?? [])
        .filter(({ key }) => this.#holdOf(list, home, key) === undefined)
        .map((entry) => ({ home, entry })),
    );
  }

  /**
   * Returns the server that lists a URI, else one whose template matches. Else the URI must be
   * linked by a result that this principal got.
   */
  async resource(
    uri: string,
    principal: Principal,
    isOpen: IsOpen<Home> = () => true,
  ): Promise<Routed<Home>> {
    if (isViewUri(uri)) return this.#views.find(uri, { principal, isOpen });
    const found =
      (await this.#listing("resources", uri)) ??
      (await this.#matching(uri)) ??
      this.#at(uri, isSafeUri(uri) ? this.#deps.serverOfLink(principal, uri) : undefined);
    if (found === undefined) throw unknownResource(uri);
    return routed(found, "resource", uri);
  }

  async prompt(name: string): Promise<Routed<Home>> {
    const found = await this.#listing("prompts", name);
    if (found === undefined) throw unknownPrompt(name);
    return routed(found, "prompt", name);
  }

  /** Returns the server of the prompt or the template that a completion is for. */
  async reference(
    params: JsonObject,
    principal: Principal,
    isOpen?: IsOpen<Home>,
  ): Promise<Routed<Home>> {
    const ref = own(params, "ref");
    const named = isJsonObject(ref) ? ref : {};
    if (own(named, "type") === "ref/prompt") return this.prompt(textIn(named, "name"));
    const template = textIn(named, "uri");
    const found = isViewUri(template) ? undefined : await this.#listing("templates", template);
    if (found === undefined) return this.resource(template, principal, isOpen);
    return routed(found, "resource", template);
  }

  /** Returns what each server offers to reviewers, held items and those of other owners included. */
  async offers(): Promise<ReadonlyMap<string, ReviewedLists>> {
    const { homes } = this.#deps;
    const offered = new Map(
      homes.map(({ server }) => [
        server.name,
        { items: new Array<ReviewedItem>(), answered: new Set<ItemList>() } satisfies Offering,
      ]),
    );
    for (const list of listed) {
      const all = await Promise.all(homes.map((home) => home.whole(list)));
      // In the order of the configuration, as callers get them: the first one becomes the owner.
      for (const [index, home] of homes.entries()) {
        const entries = all[index];
        if (entries === undefined) continue;
        await this.#owned(list, home, entries);
        offered.get(home.server.name)?.answered.add(list);
        offered.get(home.server.name)?.items.push(...this.#reviewed(list, home, entries));
      }
    }
    await Promise.all(homes.map((home) => this.#offerViews(home, offered.get(home.server.name))));
    return offered;
  }

  /** A list that neither the server nor the lock has anything of says nothing. */
  async #offerViews(home: Home, offered: Offering | undefined): Promise<void> {
    const { viewLock, items } = this.#deps;
    const views = await viewLock.all(home);
    if (views === undefined || offered === undefined) return;
    const isLocked = items.lockedIn("views", home.server.name) !== undefined;
    if (views.length > 0 || isLocked) offered.answered.add("views");
    for (const { key: name, listed: definition, hold } of views) {
      const isUnsafe = hold?.kind === "unsafe";
      offered.items.push({ list: "views", name, definition, hold, isUnsafe });
    }
  }

  #reviewed(list: Listed, home: Home, entries: readonly Entry[]): readonly ReviewedItem[] {
    const { name: server } = home.server;
    // Of two entries with one key, the first one counts.
    const first = new Map(entries.toReversed().map((entry) => [entry.key, entry]));
    return [...first.values()].toReversed().flatMap(({ key: name, listed: definition }) => {
      const owner = this.#deps.owners.ownerOf(list, name, server);
      // Without an owner it is unusable: a template without a scheme, or one too many.
      if (owner === undefined) return [];
      const hold = this.#holdOf(list, home, name);
      return [{ list, name, definition, hold, ...(owner !== server && { owner }) }];
    });
  }

  async #listing(list: ListName, key: string): Promise<Found<Home> | undefined> {
    if (key === "") return undefined;
    const owner = this.#named(this.#deps.owners.ownerOf(list, key));
    const entries = await owner?.read(list);
    // Without the lists of other servers, which could only collide.
    if (owner !== undefined && entries?.some((entry) => entry.key === key) === true) {
      await this.#owned(list, owner, entries);
      return this.#found(list, owner, [key]);
    }
    return this.#first(list, (entry) => entry.key === key);
  }

  /** Does not wait for servers after the match. */
  async #first(
    list: ListName,
    isWanted: (entry: Entry) => boolean,
    homes = this.#deps.homes,
  ): Promise<Found<Home> | undefined> {
    const asked = homes.map((home) => ({ home, entries: home.read(list) }));
    for (const { home, entries } of asked) {
      const owned = await this.#owned(list, home, await entries);
      const wanted = owned.filter(isWanted).map(({ key }) => key);
      if (wanted.length > 0) return this.#found(list, home, wanted);
    }
    return undefined;
  }

  /** Claims the entries of a list for its server, and compares them with the lock. */
  #owned(list: ListName, home: Home, entries: readonly Entry[]): Promise<readonly Entry[]> {
    if (entries === unanswered) return Promise.resolve(entries);
    const known = this.#settled.get(entries);
    if (known !== undefined) return known;
    const { owners, items } = this.#deps;
    const owned = owners.claim(list, home.server.name, entries);
    if (list === "resources") this.#deps.viewLock.judge(home.server.name, owned);
    const settled = items.look(list, home.server, owned).then(() => owned);
    this.#settled.set(entries, settled);
    return settled;
  }

  /** Held only if every match is: another template of the server may allow the address. */
  #found(list: ListName, home: Home, names: readonly string[]): Found<Home> {
    if (list === "resources") return { home };
    const all = names.map((name) => ({ list, name, hold: this.#holdOf(list, home, name) }));
    const [held] = all;
    const isHeld = all.every(({ hold }) => hold !== undefined);
    return held?.hold !== undefined && isHeld
      ? { home, held: { ...held, hold: held.hold } }
      : { home };
  }

  #holdOf(list: ListName, { server }: Home, key: string): ItemHold | undefined {
    const isView = list === "resources" && isViewUri(key);
    return this.#deps.items.holdOf(isView ? "views" : list, server.name, key);
  }

  /** A template that came later, of a server that stands earlier, does not redirect a read. */
  #matching(uri: string): Promise<Found<Home> | undefined> {
    const { homes, owners } = this.#deps;
    const owner = owners.ownerByTemplate(uri);
    const asked = homes.filter(({ server }) => owner === undefined || server.name === owner);
    return this.#first("templates", ({ key }) => isExpansion(key, uri), asked);
  }

  /** A view or a link of one server does not take over the address of another. */
  #at(uri: string, name: string | undefined): Found<Home> | undefined {
    const home = this.#named(name);
    if (home === undefined || this.#deps.owners.isForeign(uri, home.server.name)) return undefined;
    return { home };
  }

  #named(name: string | undefined): Home | undefined {
    if (name === undefined) return undefined;
    const home = this.#deps.homes.find(({ server }) => server.name === name);
    const mayPass = home && (mayHave(home.server, "resources") || mayHave(home.server, "prompts"));
    return mayPass === true ? home : undefined;
  }
}

export function unknownPrompt(name: string, cause?: unknown): Refusal {
  return new Refusal("prompt-unknown", { prompt: shownName(name) }, { cause });
}

/** Nothing is named by the empty string, so the lookup fails. */
export function textIn(params: JsonObject, key: string): string {
  const text = own(params, key);
  return typeof text === "string" ? text : "";
}
