import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { askingOf } from "../upstreams/asking-of.ts";
import type { Asking, InputRequest } from "../upstreams/upstream.ts";
import { isSafeAddress } from "./asked-address.ts";
import { formIssue, wantsSecret } from "./asked-form.ts";

/** What counts when a server asks something of a caller. */
export interface AskingTerms {
  /** What the server may ask for. */
  readonly mayAsk: readonly Asking[];
  /** What the caller says it can be asked, in the words of the protocol. */
  readonly capabilities: JsonObject;
  /** Takes out of a text what nobody should read. */
  readonly clean: Clean;
}

/** Why a caller is not asked: it cannot be, the server may not, or nobody should be asked that. */
export type Unaskability = "not-declared" | "not-allowed" | "secret" | "address";

export type Objection =
  | { readonly kind: "unaskable"; readonly asking?: Asking; readonly because: Unaskability }
  /** In our own words, with the place. */
  | { readonly kind: "malformed"; readonly issue: string };

export type CheckedRequest =
  | { readonly kind: "passed"; readonly request: InputRequest }
  | Objection;

/** Checks one thing that a server asks for. What passes is cleaned, and fit to be shown to a person. */
export function checkInputRequest(given: JsonValue, terms: AskingTerms): CheckedRequest {
  if (!isJsonObject(given)) return malformed(": expected an object");
  const method = textOf(given, "method");
  const params = own(given, "params") ?? {};
  const asking = askingOf(method);
  if (asking === undefined) return malformed("/method: expected one that asks a caller");
  if (!isJsonObject(params)) return malformed("/params: expected an object");
  if (!terms.mayAsk.includes(asking)) return unaskable(asking, "not-allowed");
  const cleaned = cleanMembers(params, terms.clean);
  const objection = checks[asking]({ params, cleaned, declared: own(terms.capabilities, asking) });
  return objection ?? { kind: "passed", request: { method, params: cleaned } };
}

interface Asked {
  readonly params: JsonObject;
  readonly cleaned: JsonObject;
  /** What the caller says of itself under the name of the asking. */
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

// Nothing said means forms: there was nothing else when the capability was made.
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

// An address is shown as it is or not at all: one that had to be cleaned would lead elsewhere.
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

/** Nothing where there is no text. */
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
