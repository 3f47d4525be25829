import type { EgressLimits } from "../boundary/egress/egress.ts";
import type { HostRule } from "../boundary/egress/egress-rules.ts";
import type { GatewayRoute } from "../boundary/egress/gateway-route.ts";
import type { RetryPolicy } from "../boundary/egress/retries.ts";
import type { EgressFile } from "./egress.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** Where and how our own requests may go. */
export interface EgressSettings {
  readonly hosts: readonly HostRule[];
  readonly gateway: GatewaySettings;
  readonly limits: Pick<EgressLimits, "maxPayloadBytes" | "maxResponseBytes" | "deadlineMs">;
  readonly retry: RetryPolicy;
  /** A file with certificates to trust in addition to the system's, as written. */
  readonly ca?: string;
}

export type GatewaySettings =
  | { readonly kind: "none" }
  | {
      readonly kind: "required";
      readonly through?: Omit<GatewayRoute, "key"> & {
        readonly key?: { readonly header: string; readonly value: string };
      };
    };

const budgetMs = 60_000;

export function toEgress(file: EgressFile, environment: Environment): EgressSettings {
  const { allow, retry } = file;
  return {
    hosts: allow.map(({ origin: { scheme, host, port }, methods, addresses, via }) => {
      return { scheme, host, port, methods, addresses, route: via };
    }),
    gateway: toGateway(file, environment),
    limits: {
      maxPayloadBytes: file.max_payload,
      maxResponseBytes: file.max_response,
      deadlineMs: file.timeout,
    },
    retry: {
      attempts: retry.attempts,
      maxWaitMs: retry.max_wait,
      budget: { retries: retry.budget, perMs: budgetMs },
    },
    ...(file.ca !== undefined && { ca: file.ca }),
  };
}

function toGateway({ allow, gateway }: EgressFile, environment: Environment): GatewaySettings {
  if (gateway === undefined) return { kind: "none" };
  const { url, key, key_header: header, addresses, required } = gateway;
  if (url === undefined) return required ? { kind: "required" } : { kind: "none" };
  const through = allow.filter(({ via }) => via === "gateway");
  return {
    kind: "required",
    through: {
      baseUrl: url.href,
      paths: Object.fromEntries(
        through.map(({ origin, path }) => [origin.url.origin, path ?? `/${origin.host}`]),
      ),
      addresses,
      ...(key !== undefined && { key: { header, value: expanded(key, environment) } }),
    },
  };
}

function expanded(text: string, environment: Environment): string {
  const expansion = expandVariables(text, environment);
  if (expansion.kind === "refused") throw new TypeError("an unknown variable was let through");
  return expansion.text;
}
