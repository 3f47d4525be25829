import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import type { Collision, ServerPolicy, ToolSettings } from "../catalog/settings.ts";
import type { Issuer } from "../governance/identity/json-web-tokens.ts";
import type { ProtectedResource } from "../governance/identity/protected-resource.ts";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import type { ResultSettings } from "../governance/results/result-settings.ts";
import type { Clauses } from "../pipeline/clauses.ts";
import type { HintsMode } from "../pipeline/hints-mode.ts";
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
  /** What it may ask of a caller before it answers. */
  readonly mayAsk: readonly Asking[];
  /** Whether callers can read its resources. */
  readonly resources: "all" | "none";
  /** Whether the gateway may not start without it. */
  readonly required: boolean;
  /** What is taken out of its results. Absent where it is the same as for all. */
  readonly redaction?: RedactionRules;
}

/** What the composition root sees: complete, converted, read-only. Nobody below it knows this type. */
export interface Config {
  /** How messages call the toolbox: the path that the file uses. */
  readonly toolboxPath: "toolbox" | "myai.toolbox";
  readonly toolbox: {
    readonly maxConcurrent: number;
    /** `workspace`, or modules that export tools, as paths. */
    readonly local: readonly string[];
    readonly tools: readonly ToolSettings[];
    readonly servers: readonly ServerSettings[];
    readonly collision: Collision;
  };
  readonly listen: { readonly host: string; readonly port: number };
  /** Absent where whoever can connect may call: then only this machine can. */
  readonly auth?: AuthSettings;
  readonly authority: AuthoritySettings;
  /** How many requests one principal may send over HTTP in a window of time. Absent: as many as it likes. */
  readonly perPrincipal?: { readonly most: number; readonly windowMs: number };
  readonly telemetry: TelemetrySettings;
  /** What is taken out of results besides our own secrets. */
  readonly redaction: RedactionRules;
  /** Where requests of our own may go. */
  readonly egress: EgressSettings;
  /** How questions are answered. */
  readonly host: HostSettings;
}

/** How callers prove who they are. */
export interface AuthSettings extends ProtectedResource {
  readonly trusted: readonly Issuer[];
  readonly keys: readonly StaticKey[];
  /** Where more of them are, as written. */
  readonly keysFile?: string;
}

/** Where the policy lies. */
export type PolicyPlace =
  | { readonly from: "file"; readonly file: string }
  | { readonly from: "store" };

/** Who decides, and where what must not be forgotten is kept. Paths are as written. */
export interface AuthoritySettings {
  readonly stores: { readonly url: string; readonly redis?: string };
  /** Absent where the default applies: whoever sits at this machine may call, and nobody else. */
  readonly policy?: PolicyPlace;
  readonly audit: {
    readonly key: string;
    readonly checkpoints?: string;
    readonly copy?: string;
    readonly require: "any" | "all";
  };
  /** Where the key lies that seals credentials: `file:…`, `env:…` or `keyring:…`. */
  readonly connections: { readonly key: string };
  readonly approvals: {
    readonly key: string;
    /** How many people have to say yes to a tool that destroys and asks for the operator's yes. */
    readonly approvers: number;
    /** How long what is settled is kept. */
    readonly keepForMs: number;
  };
  readonly results: ResultSettings;
}
