import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Principal, shownName } from "../pipeline/call.ts";
import type { ViewAddresses } from "../protocol/view-addresses.ts";
import type { ListName } from "./read-list.ts";
import type { Held } from "./refusal-for.ts";
import { mayHave, type RelayItem } from "./relays.ts";
import type { ServerLists } from "./server-lists.ts";
import { isExpansion, isSafeUri } from "./uri-template.ts";
import type { ViewLock } from "./view-lock.ts";

/** The server of a request, and the item that the policy decides on. */
export interface Routed<Home> {
  readonly home: Home;
  readonly item: RelayItem;
  /** Why the request is not answered. Default: it is. */
  readonly held?: Held | undefined;
}

export interface Found<Home> extends Pick<Routed<Home>, "home" | "held"> {}

/** Tells whether a caller may read a view of a server. */
export type IsOpen<Home> = (home: Home, uri: string) => boolean;

export interface ViewCaller<Home> {
  readonly principal: Principal;
  readonly isOpen: IsOpen<Home>;
}

export interface ViewRouterDeps<Home> {
  /** All servers, in the order of the configuration. */
  readonly homes: readonly Home[];
  readonly views: ViewAddresses;
  readonly viewLock: ViewLock;
  /** Returns the server of a callable tool that names the URI, as callers see it. */
  readonly serverOfView: (uri: string) => string | undefined;
  /** Returns the server whose recorded result linked the URI for this principal. */
  readonly serverOfLink: (principal: Principal, uri: string) => string | undefined;
  /** Returns a server by its name. Undefined if nothing of it passes. */
  readonly named: (server: string | undefined) => Home | undefined;
  /** Looks for keys in a list of one server. */
  readonly match: (
    list: ListName,
    home: Home,
    isWanted: (key: string) => boolean,
  ) => Promise<Found<Home> | undefined>;
}

/** Finds the server of a view. Each server has its own views, whatever addresses others have. */
export class ViewRouter<Home extends ServerLists> {
  readonly #deps: ViewRouterDeps<Home>;

  constructor(deps: ViewRouterDeps<Home>) {
    this.#deps = deps;
  }

  /**
   * Returns the server that the address names. Any other address must belong to one server alone
   * among those that the caller may use.
   */
  async find(uri: string, caller: ViewCaller<Home>): Promise<Routed<Home>> {
    const named = this.#deps.views.inward(uri);
    const home = this.#deps.named(named?.server);
    const found = named && home && (await this.#at(home, named.uri, caller.principal));
    if (found !== undefined) return found;
    // A server may have chosen its own name as the first part. No other one is meant then.
    const possible = named === undefined ? this.#deps.homes : oneOrNone(home);
    const owners = await Promise.all(possible.map((each) => this.#at(each, uri, caller.principal)));
    return onlyOne(uri, owners.filter(isFound), caller.isOpen);
  }

  /** Returns a server that has a view: in a list, by a template, in a tool or in a recorded link. */
  async #at(home: Home, uri: string, principal: Principal): Promise<Routed<Home> | undefined> {
    const { viewLock, match } = this.#deps;
    const { name: server } = home.server;
    if (!mayHave(home.server, "resources")) return undefined;
    const found =
      this.#byName(home, uri, principal) ??
      (await match("resources", home, (key) => key === uri)) ??
      (await match("templates", home, (key) => key === uri || isExpansion(key, uri)));
    const hold = viewLock.holdOf(server, uri);
    const held = hold && ({ list: "views", name: uri, hold } as const);
    return found && routed({ ...found, ...(held && { held }) }, "resource", uri);
  }

  #byName(home: Home, uri: string, principal: Principal): Found<Home> | undefined {
    const { views, serverOfView, serverOfLink } = this.#deps;
    const { name: server } = home.server;
    const outward = views.outward(server, uri);
    if (serverOfView(outward) === server) return { home };
    const isLinked = isSafeUri(uri) && serverOfLink(principal, outward) === server;
    return isLinked ? { home } : undefined;
  }
}

function oneOrNone<Home>(home: Home | undefined): readonly Home[] {
  return home === undefined ? [] : [home];
}

function isFound<Home>(found: Routed<Home> | undefined): found is Routed<Home> {
  return found !== undefined;
}

/** If none of them is open, the permission is refused later, with a record. */
function onlyOne<Home>(
  uri: string,
  owners: readonly Routed<Home>[],
  isOpen: IsOpen<Home>,
): Routed<Home> {
  const open = owners.filter(({ home }) => isOpen(home, uri));
  const [only, another] = open.length > 0 ? open : owners;
  if (only === undefined || another !== undefined) throw unknownResource(uri);
  return only;
}

export function routed<Home extends ServerLists>(
  found: Found<Home>,
  kind: RelayItem["kind"],
  name: string,
): Routed<Home> {
  return { ...found, item: { kind, server: found.home.server.name, name } };
}

export function unknownResource(uri: string, cause?: unknown): Refusal {
  return new Refusal("resource-unknown", { uri: shownName(uri) }, { cause });
}
