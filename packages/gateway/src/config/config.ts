import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import type { Collision, ServerPolicy, ToolSettings } from "../catalog/settings.ts";
import type { Issuer } from "../governance/identity/json-web-tokens.ts";
import type { ProtectedResource } from "../governance/identity/protected-resource.ts";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import type { ResultsConfig } from "../governance/results/keep-results.ts";
import type { Clauses } from "../pipeline/clause-counters.ts";
import type { HintsMode } from "../pipeline/stages/hint.ts";
import type { Transport } from "../upstreams/transport.ts";
import type { Asking } from "../upstreams/upstream.ts";
import type { HostSettings } from "./host.ts";
import type { HttpSetSettings } from "./http-sets.ts";
import type { EgressSettings } from "./to-egress.ts";
import type { TelemetrySettings } from "./to-telemetry.ts";

export interface ServerSettings extends ServerPolicy {
  readonly transport: Transport | HttpSetSettings;
  readonly prompts: readonly string[];
  readonly clauses: Clauses;
  readonly hints: HintsMode;
  /** Which requests it may make of a caller before it answers. */
  readonly allowedRequests: readonly Asking[];
  /** Whether callers can read its resources. */
  readonly resources: "all" | "none";
  /** Whether the gateway refuses to start without it. */
  readonly required: boolean;
  /** Redaction of its results. Default: the rules for all servers. */
  readonly redaction?: RedactionRules;
}

/**
 * The configuration for the composition root: complete, converted and read-only. No other module
 * knows this type.
 */
export interface Config {
  /** The path of the toolbox in the file, for messages. */
  readonly toolboxPath: "toolbox" | "myai.toolbox";
  readonly toolbox: {
    readonly maxConcurrent: number;
    /** `workspace`, or paths of modules that export tools. */
    readonly local: readonly string[];
    readonly tools: readonly ToolSettings[];
    readonly servers: readonly ServerSettings[];
    readonly collision: Collision;
  };
  readonly listen: { readonly host: string; readonly port: number };
  /** Default: any client that can connect may call, and only this machine can connect. */
  readonly auth?: AuthSettings;
  readonly authority: AuthoritySettings;
  /** Limit of HTTP requests per principal and window. Default: unlimited. */
  readonly perPrincipal?: { readonly most: number; readonly windowMs: number };
  readonly telemetry: TelemetrySettings;
  /** Redaction of results, besides our own secrets. */
  readonly redaction: RedactionRules;
  /** Where our own requests may go. */
  readonly egress: EgressSettings;
  /** Settings of the host. */
  readonly host: HostSettings;
}

/** How callers authenticate. */
export interface AuthSettings extends ProtectedResource {
  readonly trusted: readonly Issuer[];
  readonly keys: readonly StaticKey[];
  /** A file with more keys, as written. */
  readonly keysFile?: string;
}

/** The source of the policy. */
export type PolicyPlace =
  | { readonly from: "file"; readonly file: string }
  | { readonly from: "store" };

/** Settings for policy, audit and durable state. Paths are as written. */
export interface AuthoritySettings {
  readonly stores: { readonly url: string; readonly redis?: string };
  /** Default: only the local user may call. */
  readonly policy?: PolicyPlace;
  readonly audit: {
    readonly key: string;
    readonly checkpoints?: string;
    readonly mirrorFile?: string;
    readonly mustReach: "any" | "all";
  };
  /** Location of the key that seals credentials: `file:…`, `env:…` or `keyring:…`. */
  readonly connections: { readonly key: string };
  readonly approvals: {
    readonly key: string;
    /** Number of approvers for a destructive tool with operator approval. */
    readonly approvers: number;
    /** Retention of decided requests. */
    readonly retainForMs: number;
  };
  readonly results: ResultsConfig;
}
