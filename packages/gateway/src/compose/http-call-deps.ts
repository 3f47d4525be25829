import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { type JsonObject, own, valueAt } from "@toolcourt/sdk";
import type {
  Connections,
  ConnectionUser,
  WantedConnection,
} from "../boundary/connections/connections.ts";
import { EgressRules, type GrantedMethods } from "../boundary/egress/egress-rules.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { EgressConfig } from "../config/egress.ts";
import type { HttpSetConfig } from "../config/http-sets.ts";
import { createGrantedMethods } from "../governance/policy/granted-methods.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { WantedOfConnection } from "../http-tools/drafts/draft.ts";
import { originOf } from "../http-tools/operations/build-request.ts";
import { findToken } from "../http-tools/operations/find-token.ts";
import { type HttpTool, operationNamedIn } from "../http-tools/operations/http-tool.ts";
import type { ToolSet } from "../http-tools/operations/open-tool-set.ts";
import { methodsOf } from "../http-tools/operations/send-operation.ts";
import type { AuthorizedCall, Principal } from "../pipeline/call.ts";
import type { PipelineDeps } from "../pipeline/open-pipeline.ts";
import type { ConnectDeps, Leaving } from "../pipeline/stages/connect.ts";
import type { NameConnectionDeps } from "../pipeline/stages/name-connection.ts";
import type { OverHttp, PrepareArgumentsDeps } from "../pipeline/stages/prepare-arguments.ts";
import type { CallerSessions } from "./caller-sessions.ts";
import { areBoxed } from "./load-local.ts";
import { createRouteOf, localLine } from "./local-discovery.ts";
import type { OpenServer } from "./open-servers.ts";
import { noConnections, type Outside } from "./open-tool-set.ts";
import { createWhyNoTool, type DraftedSet, type OverlayOf, type SetDrafts } from "./set-drafts.ts";

/** An open set of HTTP tools. */
export interface OpenSet {
  readonly settings: HttpSetConfig;
  readonly set: ToolSet;
  /** Unset if the set has none. */
  readonly drafts?: SetDrafts;
}

export interface LeavingOptions {
  readonly sets: ReadonlyMap<string, OpenSet>;
  readonly egress: EgressConfig;
  readonly connections: Pick<Connections, "use" | "nameOf">;
  /** The sessions of callers, by server. */
  readonly callers: ReadonlyMap<string, Pick<CallerSessions, "use">>;
  /** The sets of the profile `cloud-discovery`. Their requests never bypass the API gateway. */
  readonly discoveries: ReadonlySet<string>;
  /** What the policy says about origins. Default: the configuration alone decides. */
  readonly granted?: GrantedMethods | undefined;
}

/** Checks calls of HTTP tools before they are sent: size, target and connection. */
function leavingBy({
  sets,
  egress,
  connections,
  callers,
  discoveries,
  granted,
}: LeavingOptions): ConnectDeps & PrepareArgumentsDeps & NameConnectionDeps {
  const rules = new EgressRules({ hosts: egress.hosts, granted });
  const routeOf = createRouteOf(egress);
  const openSetOf = ({ home }: RegisteredTool): OpenSet | undefined =>
    home.kind === "server" ? sets.get(home.server) : undefined;

  return {
    findToken,
    overHttp: (tool) => overHttp(openSetOf(tool), egress),
    leavingOf: (call) => {
      const open = openSetOf(call.registered);
      if (open === undefined) return ownLeaving(call, callers);
      const mustPass = discoveries.has(call.registered.contract.server);
      return leavingOf(call, open, { rules, egress, ...(mustPass && { routeOf }) });
    },
    declaredConnection: ({ registered, input }) => {
      const open = openSetOf(registered);
      return open && declaredConnection(open.settings, input);
    },
    nameOf: (declared, user) => connections.nameOf(declared, userOf(user)),
    use: (wanted, user) => connections.use(wanted, userOf(user)),
  };
}

/** Checks the caller's own connection before an approval is asked for. */
function ownLeaving(
  { registered }: AuthorizedCall,
  callers: LeavingOptions["callers"],
): Leaving | undefined {
  const { home, publicName: tool, contract } = registered;
  const sessions = home.kind === "server" ? callers.get(home.server) : undefined;
  if (sessions === undefined) return undefined;
  const outgoing = { tool, operation: "", effect: contract.effect };
  return { outgoing, own: (caller) => sessions.use(caller) };
}

function overHttp(open: OpenSet | undefined, { limits }: EgressConfig): OverHttp | undefined {
  if (open === undefined) return undefined;
  const { connection } = open.settings;
  return {
    maxPayloadBytes: limits.maxPayloadBytes,
    ...(connection.kind === "named" && { connection: connection.name }),
  };
}

interface Ways {
  readonly rules: EgressRules;
  readonly egress: EgressConfig;
  /** Set for a discovery, which must go through the API gateway. */
  readonly routeOf?: ReturnType<typeof createRouteOf>;
}

function leavingOf(call: AuthorizedCall, { settings, set }: OpenSet, ways: Ways): Leaving {
  const { publicName: tool, contract } = call.registered;
  const operation = operationNamedIn(contract.asReceived) ?? "";
  const http = set.known.get(operation);
  if (http === undefined) throw new Refusal("tool-unknown", { tool });
  const origin = originOf(http.operation, settings.base);
  if (origin === undefined) throw new Refusal("egress-refused", { tool, rule: "url" });
  checkWay({ tool, origin, http }, ways);
  // A draft may name an origin that the check of the configuration did not see.
  const route = ways.routeOf?.(`${origin}/`) ?? "gateway";
  if (route !== "gateway") throw new Refusal("gateway-required", { tool });
  const { connection = {} } = http.operation;
  const about = aboutOf(connection, call.input);
  const { optional, ignoreCase } = connection;
  return {
    outgoing: { tool, operation, effect: contract.effect, ...about },
    ...wantedOf(settings, call, { origin, ...about, ...defined({ optional, ignoreCase }) }),
  };
}

interface Way {
  readonly tool: string;
  readonly origin: string;
  readonly http: HttpTool;
}

/**
 * Applies the same rules as sending does, so that approval is never requested for an impossible
 * call, and no change is sent whose end could not be read.
 */
function checkWay({ tool, origin, http }: Way, { rules, egress }: Ways): void {
  const url = readUrl(`${origin}/`);
  if (url.kind === "unreadable") throw new Refusal("egress-refused", { tool, rule: "url" });
  const rule = rules.ruleFor(url);
  if (rule === undefined) throw new Refusal("egress-refused", { tool, rule: "host" });
  const method = methodsOf(http.operation).find((each) => !rule.methods.includes(each));
  if (method !== undefined) throw new Refusal("egress-refused", { tool, rule: "method", method });
  const { gateway } = egress;
  const isMissing = gateway.kind === "required" && gateway.through === undefined;
  if (isMissing && rule.route === "gateway") throw new Refusal("gateway-required", { tool });
}

type About = Pick<WantedConnection, "scope" | "tier">;

function aboutOf({ scope = {}, tier }: WantedOfConnection, input: JsonObject): About {
  const named = Object.entries(scope).flatMap(([level, pointer]): [string, string][] => {
    const value = textAt(input, pointer);
    return value === undefined ? [] : [[level, value]];
  });
  const declared = tier?.startsWith("/") ? textAt(input, tier) : tier;
  return {
    ...(named.length > 0 && { scope: Object.fromEntries(named) }),
    ...(declared !== undefined && { tier: declared }),
  };
}

function textAt(input: JsonObject, pointer: string): string | undefined {
  const value = valueAt(input, pointer);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function userOf({ id, tenant }: Principal): ConnectionUser {
  return { id, ...(tenant !== undefined && { tenant }) };
}

/** Returns undefined if the set needs no credential. */
function wantedOf(
  settings: HttpSetConfig,
  { input, principal }: AuthorizedCall,
  about: Omit<WantedConnection, "connection">,
): Pick<Leaving, "wanted"> {
  const connection = declaredConnection(settings, input);
  if (connection === undefined) return {};
  // Only a set that says so takes the token of its caller to an issuer.
  const { presented } = principal;
  const isTaken = settings.exchanges && presented !== undefined;
  const caller = isTaken ? { caller: { ...userOf(principal), presented } } : {};
  return { wanted: { connection, ...about, ...caller } };
}

function declaredConnection({ connection }: HttpSetConfig, input: JsonObject): string | undefined {
  if (connection.kind === "none") return undefined;
  if (connection.kind === "named") return connection.name;
  const named = own(input, "connection_id");
  return typeof named === "string" ? named : "";
}

interface HttpLineDeps {
  readonly outside?: Outside;
  readonly overlayOf: OverlayOf;
  readonly redaction: Redaction;
  /** Default: there is no policy. */
  readonly authority?: { readonly policy: CurrentPolicy };
}

/** Returns the pipeline checks for calls that leave with a connection, before they are sent. */
export function httpLine(
  { egress, toolbox }: Pick<Config, "egress" | "toolbox">,
  servers: readonly OpenServer[],
  { outside, overlayOf, redaction, authority }: HttpLineDeps,
): Pick<PipelineDeps, "http" | "whyNoTool" | "egressOf"> {
  const sets = new Map(
    servers.flatMap(({ settings, httpSet }) => (httpSet ? [[settings.name, httpSet]] : [])),
  );
  const callers = new Map(
    servers.flatMap((server) => (server.callers ? [[server.settings.name, server.callers]] : [])),
  );
  const isLocalToo = areBoxed(toolbox);
  if (sets.size === 0 && callers.size === 0 && !isLocalToo) return {};
  const { connections = noConnections } = outside ?? {};
  const discoveries = new Set(servers.filter(isDiscovery).map(({ settings }) => settings.name));
  const granted = authority && createGrantedMethods(authority.policy);
  const http = leavingBy({ sets, egress, connections, callers, discoveries, granted });
  const line = { http, whyNoTool: createWhyNoTool(draftedSets(servers), overlayOf) };
  return isLocalToo ? { ...line, ...localLine(http, egress, { outside, redaction }) } : line;
}

function isDiscovery({ settings: { profiles } }: OpenServer): boolean {
  return profiles.includes("cloud-discovery");
}

/** Returns the sets whose tools are approved drafts. */
export function draftedSets(servers: readonly OpenServer[]): readonly DraftedSet[] {
  return servers.flatMap(({ settings: { name }, httpSet }) => {
    if (httpSet?.drafts === undefined) return [];
    const { drafts, settings } = httpSet;
    return [{ name, drafts, connection: settings.connection }];
  });
}
