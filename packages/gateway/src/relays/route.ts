import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Principal, shownName } from "../pipeline/call.ts";
import type { Owners } from "./owners.ts";
import type { Entry, ListName } from "./read-list.ts";
import { mayHave, type RelayItem } from "./relays.ts";
import type { ServerLists } from "./server-lists.ts";
import { isExpansion, isSafeUri } from "./uri-template.ts";

/** The server of a request, and the item that the policy decides on. */
export interface Routed<Home> {
  readonly home: Home;
  readonly item: RelayItem;
}

export interface RouterDeps<Home> {
  /** All servers, in the order of the configuration. */
  readonly homes: readonly Home[];
  readonly owners: Owners;
  /** Returns the server of an admitted tool whose `_meta.ui` names the URI. */
  readonly serverOfView: (uri: string) => string | undefined;
  /** Returns the server whose recorded result linked the URI for this principal. */
  readonly serverOfLink: (principal: Principal, uri: string) => string | undefined;
}

/**
 * Finds the owner of a URI, a template or a prompt. Looks at all servers, whatever the principal
 * may use: otherwise a closed owner would leave its names to another server.
 */
export class Router<Home extends ServerLists> {
  readonly #deps: RouterDeps<Home>;

  constructor(deps: RouterDeps<Home>) {
    this.#deps = deps;
  }

  /** Returns the entries of all servers, each with its owner. Lists are read side by side. */
  async entries(list: ListName): Promise<readonly { home: Home; entry: Entry }[]> {
    const { homes, owners } = this.#deps;
    const all = await Promise.all(homes.map((home) => home.read(list)));
    return homes.flatMap((home, index) =>
      owners.claim(list, home.server.name, all[index] ?? []).map((entry) => ({ home, entry })),
    );
  }

  /**
   * Returns the server that lists a URI, else one whose template matches. Else the URI must be
   * named by an admitted tool, or linked by a result that this principal got.
   */
  async resource(uri: string, principal: Principal): Promise<Routed<Home>> {
    const home =
      (await this.#listing("resources", uri)) ??
      (await this.#matching(uri)) ??
      this.#named(this.#deps.serverOfView(uri)) ??
      this.#named(isSafeUri(uri) ? this.#deps.serverOfLink(principal, uri) : undefined);
    if (home === undefined) throw unknownResource(uri);
    return { home, item: { kind: "resource", server: home.server.name, name: uri } };
  }

  async prompt(name: string): Promise<Routed<Home>> {
    const home = await this.#listing("prompts", name);
    if (home === undefined) throw unknownPrompt(name);
    return { home, item: { kind: "prompt", server: home.server.name, name } };
  }

  /** Returns the server of the prompt or the template that a completion is for. */
  async reference(params: JsonObject, principal: Principal): Promise<Routed<Home>> {
    const ref = own(params, "ref");
    const named = isJsonObject(ref) ? ref : {};
    if (own(named, "type") === "ref/prompt") return this.prompt(textIn(named, "name"));
    const template = textIn(named, "uri");
    const home = await this.#listing("templates", template);
    if (home === undefined) return this.resource(template, principal);
    return { home, item: { kind: "resource", server: home.server.name, name: template } };
  }

  async #listing(list: ListName, key: string): Promise<Home | undefined> {
    if (key === "") return undefined;
    const owner = this.#named(this.#deps.owners.ownerOf(list, key));
    // Without the lists of other servers, which could only collide.
    if (owner !== undefined && (await owner.read(list)).some((entry) => entry.key === key)) {
      return owner;
    }
    return this.#first(list, (entry) => entry.key === key);
  }

  /** Does not wait for servers after the match. */
  async #first(list: ListName, isWanted: (entry: Entry) => boolean): Promise<Home | undefined> {
    const { homes, owners } = this.#deps;
    const asked = homes.map((home) => ({ home, entries: home.read(list) }));
    for (const { home, entries } of asked) {
      const owned = owners.claim(list, home.server.name, await entries);
      if (owned.some(isWanted)) return home;
    }
    return undefined;
  }

  #matching(uri: string): Promise<Home | undefined> {
    return this.#first("templates", ({ key }) => isExpansion(key, uri));
  }

  #named(name: string | undefined): Home | undefined {
    if (name === undefined) return undefined;
    const home = this.#deps.homes.find(({ server }) => server.name === name);
    const mayPass = home && (mayHave(home.server, "resources") || mayHave(home.server, "prompts"));
    return mayPass === true ? home : undefined;
  }
}

export function unknownResource(uri: string, cause?: unknown): Refusal {
  return new Refusal("resource-unknown", { uri: shownName(uri) }, { cause });
}

export function unknownPrompt(name: string, cause?: unknown): Refusal {
  return new Refusal("prompt-unknown", { prompt: shownName(name) }, { cause });
}

/** Nothing is named by the empty string, so the lookup fails. */
export function textIn(params: JsonObject, key: string): string {
  const text = own(params, key);
  return typeof text === "string" ? text : "";
}
