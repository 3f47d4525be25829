import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { type Asking, askingOf, type InputRequest } from "../upstreams/upstream.ts";
import { formIssue, wantsSecret } from "./asked-form.ts";

const maxAddressLength = 4_096;

/** The rules for a server's question to a caller. */
export interface AskingTerms {
  /** The questions the server may ask. */
  readonly allowedRequests: readonly Asking[];
  /** The caller's declared MCP capabilities. */
  readonly capabilities: JsonObject;
  /** Removes secrets and hidden characters from a text. */
  readonly clean: Clean;
}

/** Why a caller is not asked: not supported, not allowed for the server, or improper. */
export type Unaskability = "not-declared" | "not-allowed" | "secret" | "address";

export type Objection =
  | { readonly kind: "unaskable"; readonly asking?: Asking; readonly because: Unaskability }
  /** In our own words, with the location. */
  | { readonly kind: "malformed"; readonly issue: string };

export type CheckedRequest =
  | { readonly kind: "passed"; readonly request: InputRequest }
  | Objection;

/** Checks one request of a server. A passed one is cleaned and fit to be shown to a person. */
export function checkInputRequest(given: JsonValue, terms: AskingTerms): CheckedRequest {
  if (!isJsonObject(given)) return malformed(": expected an object");
  const method = textOf(given, "method");
  const params = own(given, "params") ?? {};
  const asking = askingOf(method);
  if (asking === undefined) return malformed("/method: expected one that asks a caller");
  if (!isJsonObject(params)) return malformed("/params: expected an object");
  if (!terms.allowedRequests.includes(asking)) return unaskable(asking, "not-allowed");
  const cleaned = cleanMembers(params, terms.clean);
  const objection = checks[asking]({ params, cleaned, declared: own(terms.capabilities, asking) });
  return objection ?? { kind: "passed", request: { method, params: cleaned } };
}

interface Asked {
  readonly params: JsonObject;
  readonly cleaned: JsonObject;
  /** The caller's declared capability for this question. */
  readonly declared: JsonValue | undefined;
}

const checks = {
  elicitation: checkElicitation,
  sampling: checkSampling,
  roots: ({ declared }) =>
    isJsonObject(declared) ? undefined : unaskable("roots", "not-declared"),
} satisfies Record<Asking, (asked: Asked) => Objection | undefined>;

function checkElicitation(asked: Asked): Objection | undefined {
  const { cleaned, declared } = asked;
  const mode = own(cleaned, "mode") ?? "form";
  if (typeof own(cleaned, "message") !== "string") return malformed("/message: expected a text");
  if (mode !== "form" && mode !== "url") return malformed("/mode: expected form or url");
  if (!canBeAskedBy(mode, declared)) return unaskable("elicitation", "not-declared");
  return mode === "form" ? checkForm(cleaned) : checkAddress(asked);
}

// An empty declaration means forms: the capability began with only those.
function canBeAskedBy(mode: "form" | "url", declared: JsonValue | undefined): boolean {
  if (!isJsonObject(declared)) return false;
  const hasForm = isJsonObject(own(declared, "form"));
  const hasUrl = isJsonObject(own(declared, "url"));
  return mode === "url" ? hasUrl : hasForm || !hasUrl;
}

function checkForm(cleaned: JsonObject): Objection | undefined {
  const issue = formIssue(cleaned);
  if (issue !== undefined) return malformed(issue);
  return wantsSecret(cleaned) ? unaskable("elicitation", "secret") : undefined;
}

// An address is shown unchanged or not at all: a cleaned one would lead elsewhere.
function checkAddress({ params, cleaned }: Asked): Objection | undefined {
  const url = own(cleaned, "url");
  if (typeof url !== "string") return malformed("/url: expected an address");
  const isSafe = url === own(params, "url") && isSafeAddress(url);
  return isSafe ? undefined : unaskable("elicitation", "address");
}

function checkSampling({ cleaned, declared }: Asked): Objection | undefined {
  if (!isJsonArray(own(cleaned, "messages"))) return malformed("/messages: expected a list");
  const withTools = Object.hasOwn(cleaned, "tools") || Object.hasOwn(cleaned, "toolChoice");
  const isDeclared = isJsonObject(declared) && (!withTools || isJsonObject(own(declared, "tools")));
  return isDeclared ? undefined : unaskable("sampling", "not-declared");
}

/** Returns an empty text if there is none. */
function textOf(object: JsonObject, key: string): string {
  const text = own(object, key);
  return typeof text === "string" ? text : "";
}

function malformed(issue: string): Objection {
  return { kind: "malformed", issue };
}

function unaskable(asking: Asking, because: Unaskability): Objection {
  return { kind: "unaskable", asking, because };
}

/**
 * Returns whether a person may be sent to a page. Requires TLS or the local machine, no credentials
 * in the address, and the very host that is shown. Refuses addresses that a browser reads as
 * another host. Also refuses hosts that only look like ASCII.
 */
export function isSafeAddress(address: string): boolean {
  if (address.length > maxAddressLength || /[\s\\\p{C}]/u.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && isSecure(url) && !isDisguised(url) && isShownIn(address, url);
}

/** Returns whether the host is not what comes first, or only looks like ASCII. */
function isDisguised({ username, password, hostname }: URL): boolean {
  const isForeign = hostname.split(".").some((label) => label.startsWith("xn--"));
  return username !== "" || password !== "" || isForeign;
}

function isShownIn(address: string, { protocol, hostname }: URL): boolean {
  const shown = `${protocol}//${hostname}`;
  const isNamed = address.toLowerCase().startsWith(shown);
  return isNamed && /^(?:$|[:/?#])/.test(address.slice(shown.length));
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isOwnMachine(hostname));
}

function isOwnMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
