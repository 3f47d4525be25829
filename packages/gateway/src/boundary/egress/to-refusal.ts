import type { EgressRule } from "../../foundation/errors/egress-catalog.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";
import type { EgressFailure, FailureKind } from "./egress-failure.ts";
import { helpingRole } from "./helping-role.ts";

/** The call that a request was sent for. */
export interface Errand {
  readonly tool: string;
  readonly server: string;
  readonly tier?: string;
  /** By named levels, as the caller said them. */
  readonly scope?: Readonly<Record<string, string>>;
}

/** What a failure is to the caller of a tool. Every kind has a row, so a new one cannot be forgotten. */
const meanings = {
  "url-refused": refusedBy("url"),
  "host-refused": refusedBy("host"),
  "address-refused": refusedBy("address"),
  "method-refused": refusedBy("method"),
  "header-refused": refusedBy("header"),
  "credential-refused": refusedBy("credential"),
  "payload-too-large": refusedBy("payload-size"),
  "redirect-refused": refusedBy("redirect"),
  "link-refused": refusedBy("link"),
  "gateway-missing": (_failure, { tool }) => new Refusal("gateway-required", { tool }),
  "access-denied": denied,
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
  "tls-failed": failed("lasting"),
  garbled: failed("lasting"),
  "response-too-large": failed("lasting"),
  "unexpected-content": failed("lasting"),
  rejected: failed("lasting"),
} satisfies Readonly<Record<FailureKind, Meaning>>;

type Meaning = (failure: EgressFailure, errand: Errand) => Refusal;

/** Tells a caller what became of a request, in our own words. A change whose fate nobody knows is told as that. */
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
  return ({ kind, details: { status, code, retryAfterMs } }, { tool }) =>
    new Refusal("target-failed", {
      tool,
      fault: kind,
      passing: lasts === "passing",
      ...(status !== undefined && { status }),
      ...(code !== undefined && { targetCode: code }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
}

function denied({ details: { action } }: EgressFailure, errand: Errand): Refusal {
  const { tool, tier, scope } = errand;
  const known = { ...(tier !== undefined && { tier }), ...(action !== undefined && { action }) };
  const requiredRole = helpingRole(known);
  return new Refusal("target-denied", {
    tool,
    ...known,
    ...(scope !== undefined && { scope }),
    ...(requiredRole !== undefined && { requiredRole }),
  });
}
