import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import type { QuarantineConfig } from "../governance/results/keep-quarantined.ts";
import type { ResultsConfig } from "../governance/results/keep-results.ts";
import type { Listing } from "../pipeline/stages/permit.ts";
import type { TaskLimits } from "../tasks/defer-call.ts";
import { type ApprovalsConfig, approvalsSchema, toApprovals } from "./approvals.ts";
import { type AuditConfig, auditProblems, auditSchema, toAudit } from "./audit.ts";
import { type ConnectionsConfig, connectionsSchema } from "./connections.ts";
import { type ConsoleConfig, consoleProblems, consoleSchema, toConsole } from "./console.ts";
import { cosmosProblems } from "./cosmos.ts";
import { type DiscoveryConfig, discoveryProblems, toDiscovery } from "./discovery.ts";
import { targetProblems } from "./discovery-targets.ts";
import { type DraftsConfig, draftsProblems, draftsSchema } from "./drafts.ts";
import { type EgressConfig, egressProblems, egressSchema, toEgress } from "./egress.ts";
import {
  type EndpointConfig,
  endpointsProblems,
  endpointsSchema,
  pathsOf,
  toEndpoints,
} from "./endpoints.ts";
import { type ExtMcpConfig, toExtMcp } from "./ext-mcp.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { type HostConfig, hostProblems, hostSchema, toHost } from "./host.ts";
import { type ListenConfig, toListen } from "./listener.ts";
import { notifyProblems } from "./notify.ts";
import { keysAndValues } from "./pieces.ts";
import { type PolicyConfig, policyProblems, policySchema, toPolicy } from "./policy.ts";
import { quarantineSchema, toQuarantine } from "./quarantine.ts";
import { redactionSchema, toRules } from "./redaction.ts";
import { resultsProblems, resultsSchema, toResults } from "./results.ts";
import {
  type AuthConfig,
  limitsSchema,
  type RequestLimit,
  serverProblems,
  serverSchema,
  toAuth,
  toRequestLimit,
} from "./server.ts";
import { type StoresConfig, storesSchema, toStores } from "./stores.ts";
import { tasksSchema, toTasks } from "./tasks.ts";
import {
  type TelemetryConfig,
  telemetryProblems,
  telemetrySchema,
  toTelemetry,
} from "./telemetry.ts";
import { type ToolboxConfig, toolboxProblems, toolboxSchema, toToolbox } from "./toolbox.ts";
import type { Environment } from "./variables.ts";

// The sections of the file, each with a module of its own: schema, type, relations and conversion.
// Unknown keys are mistakes. All messages are our own: a library's message may quote the value.

/** The file as written. */
export const configSchema = z.strictObject(
  {
    toolbox: z.exactOptional(toolboxSchema),
    myai: z.exactOptional(z.strictObject({ toolbox: toolboxSchema }, keysAndValues)),
    server: serverSchema.prefault({}),
    stores: storesSchema.prefault({}),
    policy: z.exactOptional(policySchema),
    audit: auditSchema.prefault({}),
    approvals: approvalsSchema.prefault({}),
    connections: connectionsSchema.prefault({}),
    limits: limitsSchema.prefault({}),
    results: resultsSchema.prefault({}),
    quarantine: quarantineSchema.prefault({}),
    tasks: tasksSchema.prefault({}),
    redaction: redactionSchema.prefault({}),
    telemetry: telemetrySchema.prefault({}),
    egress: egressSchema.prefault({}),
    host: hostSchema.prefault({}),
    drafts: draftsSchema.prefault({}),
    endpoints: endpointsSchema,
    console: consoleSchema.prefault({}),
  },
  keysAndValues,
);

/** The file as parsed: complete, with units converted. */
export type ConfigFile = z.output<typeof configSchema>;

/**
 * Returns the JSON Schema of the configuration file, for completion and validation in editors.
 *
 * @example
 * ```ts
 * import { writeFile } from "node:fs/promises";
 * await writeFile("toolcourt.schema.json", printableJson(configJsonSchema(), 2));
 * ```
 */
export function configJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(configSchema, { io: "input" });
  const plain = parseJson(JSON.stringify({ ...schema, title: "The configuration of toolcourt" }));
  if (!isJsonObject(plain)) throw new TypeError("a schema is an object");
  return plain;
}

/**
 * Checks relations between keys, on the raw values, so that a schema mistake elsewhere hides none
 * of them.
 */
export function* relationProblems(
  file: JsonObject,
  environment: Environment,
  ofServers: Environment,
): Generator<Problem> {
  yield* toolboxProblems(file, ofServers);
  yield* serverProblems(file);
  yield* discoveryProblems(file);
  yield* cosmosProblems(file, environment);
  yield* auditProblems(file, environment);
  yield* notifyProblems(file, environment);
  yield* policyProblems(file);
  yield* resultsProblems(file);
  yield* telemetryProblems(file, environment);
  yield* egressProblems(file, environment);
  yield* targetProblems(file);
  yield* hostProblems(file, environment);
  yield* draftsProblems(file);
  yield* endpointsProblems(file);
  yield* consoleProblems(file, environment);
}

/**
 * The configuration for the composition root: complete, converted and read-only. No other module
 * knows this type.
 */
export interface Config {
  /** The path of the toolbox in the file, for messages. */
  readonly toolboxPath: "toolbox" | "myai.toolbox";
  readonly toolbox: ToolboxConfig;
  readonly listen: ListenConfig;
  /** Which tools a caller sees: those that it may call, or all. */
  readonly list: Listing;
  /** Whether callers learn of tools by the list or by a search. */
  readonly discovery: DiscoveryConfig;
  /** How many processes serve the port. `auto`: one for each core. */
  readonly workers: number | "auto";
  /** Default: any client that can connect may call, and only this machine can connect. */
  readonly auth?: AuthConfig | undefined;
  /** Whether other programs may ask what the policy decides, over AuthZEN. */
  readonly answersQuestions: boolean;
  /** Where proxies ask about calls, with `serve --ext-mcp`. Default: nowhere. */
  readonly extMcp?: ExtMcpConfig | undefined;
  readonly authority: AuthorityConfig;
  /** Limit of HTTP requests per principal and window. Default: unlimited. */
  readonly perPrincipal?: RequestLimit | undefined;
  readonly telemetry: TelemetryConfig;
  /** Redaction of results, besides our own secrets. */
  readonly redaction: RedactionRules;
  /** Where our own requests may go. */
  readonly egress: EgressConfig;
  readonly host: HostConfig;
  /** Services that the operator takes drafts from. */
  readonly drafts: DraftsConfig;
  /** Parts of the gateway with paths of their own. */
  readonly endpoints: readonly EndpointConfig[];
  /** Whether `/mcp` offers all tools, beside the endpoints. */
  readonly isWholeServed: boolean;
  /** Whether people can look at the gateway and decide with a browser. */
  readonly console: ConsoleConfig;
  /** What a reload compares. Default: unknown, so that everything counts as changed. */
  readonly fingerprint?: Fingerprint | undefined;
  /** What is valid but should be written differently, for the log. Default: none. */
  readonly warnings?: readonly string[] | undefined;
  /** Values that servers get by reference, for redaction. Default: none. */
  readonly secrets?: readonly string[] | undefined;
}

/** Policy, audit and durable state. */
export interface AuthorityConfig {
  readonly stores: StoresConfig;
  /** Default: only the local user may call. */
  readonly policy?: PolicyConfig | undefined;
  readonly audit: AuditConfig;
  readonly connections: ConnectionsConfig;
  readonly approvals: ApprovalsConfig;
  readonly results: ResultsConfig;
  readonly quarantine: QuarantineConfig;
  /** Limits of calls that go on as tasks. Default: no call does. */
  readonly tasks?: TaskLimits;
}

/** Converts the file. `ofServers` also has the sources that servers name. */
export function toConfig(
  file: ConfigFile,
  environment: Environment,
  ofServers: Environment,
): Config {
  const toolbox = file.toolbox ?? file.myai?.toolbox;
  if (toolbox === undefined) throw new TypeError("a file without a toolbox was let through");
  const redaction = toRules(file.redaction);
  return defined<Config>({
    toolboxPath: file.toolbox === undefined ? "myai.toolbox" : "toolbox",
    toolbox: toToolbox(toolbox, redaction, ofServers),
    listen: toListen(file.server),
    list: file.server.list,
    discovery: toDiscovery(file.server),
    workers: file.server.workers,
    auth: file.server.auth && toAuth(file.server.auth, pathsOf(file.endpoints)),
    answersQuestions: file.server.authzen,
    extMcp: file.server.ext_mcp && toExtMcp(file.server.ext_mcp),
    authority: {
      stores: toStores(file.stores, environment),
      policy: file.policy && toPolicy(file.policy),
      audit: toAudit(file.audit, environment),
      approvals: toApprovals(file.approvals, environment),
      results: toResults(file.results),
      quarantine: toQuarantine(file.quarantine),
      tasks: toTasks(file.tasks),
      connections: file.connections,
    },
    perPrincipal: toRequestLimit(file.limits),
    telemetry: toTelemetry(file.telemetry, environment),
    redaction,
    egress: toEgress(file.egress, environment),
    host: toHost(file.host, environment),
    drafts: file.drafts,
    endpoints: toEndpoints(file.endpoints),
    isWholeServed: file.server.whole_gateway,
    console: toConsole(file.console, environment),
  });
}
