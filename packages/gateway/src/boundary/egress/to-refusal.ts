import type { EgressRule } from "@toolcourt/contracts/internal/errors/egress-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { EgressFailure, FailureKind } from "./egress-failure.ts";

/** The call a request belongs to. */
export interface Errand {
  readonly tool: string;
  readonly server: string;
  readonly tier?: string;
  /** The effect of the tool, such as `read`. Default: unknown. */
  readonly effect?: string;
  /** Values by named level, as the caller gave them. Default: none. */
  readonly scope?: Readonly<Record<string, string>>;
  /** The connection, as the call names it. Default: none. */
  readonly connection?: string;
}

/**
 * Maps each failure kind to a refusal. The table is exhaustive, so a new kind cannot be forgotten.
 */
const meanings = {
  "url-refused": refusedBy("url"),
  "host-refused": refusedBy("host"),
  "address-refused": refusedBy("address"),
  "method-refused": refusedBy("method"),
  "effect-refused": refusedBy("effect"),
  "header-refused": refusedBy("header"),
  "credential-refused": refusedBy("credential"),
  "payload-too-large": refusedBy("payload-size"),
  "redirect-refused": refusedBy("redirect"),
  "link-refused": refusedBy("link"),
  "gateway-missing": (_failure, { tool }) => new Refusal("gateway-required", { tool }),
  "access-denied": denied,
  "out-of-scope": outOfScope,
  "token-expired": (_failure, { tool }) =>
    new Refusal("target-unauthenticated", { tool, because: "expired" }),
  unauthenticated: (_failure, { tool }) =>
    new Refusal("target-unauthenticated", { tool, because: "refused" }),
  throttled: ({ details: { retryAfterMs } }, { tool }) =>
    new Refusal("target-throttled", { tool, ...(retryAfterMs !== undefined && { retryAfterMs }) }),
  unreachable: failed("passing"),
  "circuit-open": failed("passing"),
  "timed-out": failed("passing"),
  "cut-short": failed("passing"),
  failed: failed("passing"),
  "gateway-refused": failed("lasting"),
  "gateway-token": failed("passing"),
  "tls-failed": failed("lasting"),
  garbled: failed("lasting"),
  "response-too-large": failed("lasting"),
  "unexpected-content": failed("lasting"),
  rejected: failed("lasting"),
} satisfies Readonly<Record<FailureKind, Meaning>>;

type Meaning = (failure: EgressFailure, errand: Errand) => Refusal;

/**
 * Turns a failure into a refusal in our own words. A write with an unknown outcome is reported as
 * such.
 */
export function toRefusal(failure: EgressFailure, errand: Errand): Refusal {
  const { kind, details } = failure;
  if (details.mayHaveTakenEffect !== true) return meanings[kind](failure, errand);
  const { tool, server } = errand;
  const { status } = details;
  const fault = { kind, ...(status !== undefined && { status }) };
  return new Refusal("outcome-unknown", { tool, server, fault });
}

function refusedBy(rule: EgressRule): Meaning {
  return (_failure, { tool }) => new Refusal("egress-refused", { tool, rule });
}

function failed(lasts: "passing" | "lasting"): Meaning {
  return ({ kind, details: { status, code, retryAfterMs, explanation } }, { tool }) =>
    new Refusal("target-failed", {
      tool,
      fault: kind,
      passing: lasts === "passing",
      ...(status !== undefined && { status }),
      ...(code !== undefined && { targetCode: code }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(explanation !== undefined && { explanation }),
    });
}

/** A new token of the same connection would be refused again, so the advice is another one. */
function outOfScope({ details: { level = "" } }: EgressFailure, errand: Errand): Refusal {
  const { tool, connection } = errand;
  return connection === undefined
    ? new Refusal("target-unauthenticated", { tool, because: "refused" })
    : new Refusal("connection-scope", { connection, level });
}

function denied({ details: { action, because } }: EgressFailure, errand: Errand): Refusal {
  const { tool, tier, scope, effect } = errand;
  const known = { ...(tier !== undefined && { tier }), ...(action !== undefined && { action }) };
  const requiredRole =
    because === "role" ? helpingRole({ ...known, ...defined({ effect }) }) : undefined;
  return new Refusal("target-denied", {
    tool,
    ...known,
    ...(because !== undefined && { because }),
    ...(scope !== undefined && { scope }),
    ...(requiredRole !== undefined && { requiredRole }),
  });
}

/** What is known about a denied action. */
export interface Denied {
  readonly tier?: string;
  /** For example `Microsoft.Resources/subscriptions/read`. */
  readonly action?: string;
  /** The effect of the tool. Default: unknown. */
  readonly effect?: string;
}

/** Built-in roles that permit an action, most specific first. A read maps to a read-only role. */
const byAction: readonly (readonly [RegExp, string])[] = [
  [/^Microsoft\.(?:CostManagement|Consumption)\/.*(?:read|action)$/i, "Cost Management Reader"],
  [/^Microsoft\.Billing\/.*read$/i, "Billing Reader"],
  // Security Reader cannot read policy states. Their queries are actions, and Reader permits them.
  [/^Microsoft\.PolicyInsights\/.*(?:read|(?:queryResults|summarize)\/action)$/i, "Reader"],
  [/^Microsoft\.Security\/.*read$/i, "Security Reader"],
  [/^Microsoft\.Authorization\/policy\w*\/.*read$/i, "Security Reader"],
  [/^Microsoft\.Authorization\/.*(?:write|delete)$/i, "User Access Administrator"],
  [/^Microsoft\.[\w.]+\/.*read$/i, "Reader"],
  [/^Microsoft\.[\w.]+\/.*(?:write|delete|action)$/i, "Contributor"],
];

/** Roles that let an identity change something. No read needs one. */
const changing: ReadonlySet<string> = new Set(["User Access Administrator", "Contributor"]);

const byTier: Readonly<Record<string, string>> = {
  inventory: "Reader",
  cost: "Cost Management Reader",
  security: "Security Reader",
};

/** Returns the role that permits the action, or undefined if only the target's owner can know. */
export function helpingRole({ tier, action, effect }: Denied): string | undefined {
  const found = action === undefined ? undefined : roleFor(action);
  if (found === undefined) return byTierOf(tier);
  return effect === "read" && changing.has(found) ? undefined : found;
}

function roleFor(action: string): string | undefined {
  return byAction.find(([pattern]) => pattern.test(action))?.[1];
}

function byTierOf(tier: Denied["tier"]): string | undefined {
  return tier !== undefined && Object.hasOwn(byTier, tier) ? byTier[tier] : undefined;
}
