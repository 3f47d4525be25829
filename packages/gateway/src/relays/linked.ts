import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import type { IncomingCall, Principal } from "../pipeline/call.ts";
import type { Outcome } from "../pipeline/outcome.ts";
import { isSafeUri } from "./uri-template.ts";

const maxPrincipals = 1_000;
const maxLinks = 1_000;
/** Longer than a conversation usually rests, and short enough to forget a removed resource. */
const keptForMs = 60 * 60_000;

interface Link {
  readonly server: string;
  readonly until: number;
}

/**
 * The resources that results linked for a principal. It may read them though no list names them.
 * Kept in this process only: another replica asks for a new result.
 */
export class Linked {
  readonly #clock: Clock;
  readonly #links = new LRUCache<string, LRUCache<string, Link>>({ max: maxPrincipals });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the server whose result linked the URI for this principal. */
  serverOf(principal: Principal, uri: string): string | undefined {
    const link = this.#links.get(keyOf(principal))?.get(uri);
    return link === undefined || link.until <= this.#clock.monotonic() ? undefined : link.server;
  }

  /** Notes the links of a recorded result, before its caller has it. */
  note(call: CallAtServer, outcome: Outcome): void {
    const home = call.registered?.home;
    if (home?.kind !== "server" || home.server === undefined) return;
    for (const uri of linksIn(outcome)) this.#add(call.principal, uri, home.server);
  }

  #add(principal: Principal, uri: string, server: string): void {
    if (!isSafeUri(uri)) return;
    const key = keyOf(principal);
    const links = this.#links.get(key) ?? new LRUCache<string, Link>({ max: maxLinks });
    this.#links.set(key, links);
    // The first server keeps it: a later result of another one does not redirect a read.
    const before = links.get(uri);
    const isOthers = before !== undefined && before.until > this.#clock.monotonic();
    if (isOthers && before.server !== server) return;
    links.set(uri, { server, until: this.#clock.monotonic() + keptForMs });
  }
}

interface CallAtServer extends IncomingCall {
  readonly registered?: { readonly home: { readonly kind: string; readonly server?: string } };
}

/** Returns a key of a principal. An id may occur in several tenants. */
export function keyOf({ id, tenant }: Principal): string {
  return JSON.stringify([tenant ?? null, id]);
}

/** Returns the URIs of links and embedded resources in a tool's result or a prompt's messages. */
function linksIn(outcome: Outcome): readonly string[] {
  if (outcome.kind === "answered") return outcome.output.content.flatMap(linkIn);
  if (outcome.kind !== "relayed") return [];
  const messages = own(outcome.output, "messages");
  if (!isJsonArray(messages)) return [];
  return messages.flatMap((message) => {
    const content = isJsonObject(message) ? own(message, "content") : undefined;
    return content === undefined ? [] : linkIn(content);
  });
}

function linkIn(block: JsonValue): readonly string[] {
  if (!isJsonObject(block)) return [];
  const type = own(block, "type");
  if (type === "resource_link") return uriIn(block);
  const resource = type === "resource" ? own(block, "resource") : undefined;
  return isJsonObject(resource) ? uriIn(resource) : [];
}

function uriIn(object: JsonObject): readonly string[] {
  const uri = own(object, "uri");
  return typeof uri === "string" ? [uri] : [];
}
