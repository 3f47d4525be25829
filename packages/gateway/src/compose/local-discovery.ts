import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { EgressRules } from "../boundary/egress/egress-rules.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import { ownSecretsOnly, type Redaction } from "../boundary/redaction/redaction.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { EgressConfig } from "../config/egress.ts";
import { openToolEgress, type TargetRoute } from "../http-tools/operations/tool-egress.ts";
import type { AuthorizedCall } from "../pipeline/call.ts";
import type { PipelineDeps } from "../pipeline/open-pipeline.ts";
import type { Leaving } from "../pipeline/stages/connect.ts";
import { noConnections, type Outside } from "./open-tool-set.ts";

// Local tools of the profile `cloud-discovery` are checked like HTTP tools before they run, and
// reach targets only by their context.

interface LocalLineDeps {
  /** Undefined if nothing may leave. */
  readonly outside: Outside | undefined;
  readonly redaction: Redaction;
}

/** Adds the checks and the requests of local discovery tools to the checks of HTTP tools. */
export function localLine(
  http: NonNullable<PipelineDeps["http"]>,
  egress: EgressConfig,
  { outside, redaction }: LocalLineDeps,
): Pick<PipelineDeps, "http" | "egressOf"> {
  const { maxPayloadBytes } = egress.limits;
  const checks: typeof http = {
    ...http,
    overHttp: (tool) => (isLocal(tool) ? { maxPayloadBytes } : http.overHttp(tool)),
    leavingOf: (call) => (isLocal(call.registered) ? leavingOf(call) : http.leavingOf(call)),
    declaredConnection: (call) =>
      isLocal(call.registered) ? connectionIn(call.input) : http.declaredConnection(call),
  };
  if (outside === undefined) return { http: checks };
  return { http: checks, egressOf: localEgress(egress, outside, redaction) };
}

function isLocal({ home }: RegisteredTool): boolean {
  return home.kind === "local";
}

/** The targets are known when the tool sends requests, and each of them is checked then. */
function leavingOf({ registered, input }: AuthorizedCall): Leaving {
  const { publicName: tool, contract } = registered;
  const levels = own(input, "scope");
  const named = Object.entries(isJsonObject(levels) ? levels : {}).flatMap(
    ([level, value]): [string, string][] => (typeof value === "string" ? [[level, value]] : []),
  );
  const tier = own(input, "tier");
  const about = {
    scope: Object.fromEntries(named),
    ...(typeof tier === "string" && { tier }),
  };
  return {
    outgoing: { tool, operation: "", effect: contract.effect, ...about },
    wanted: { connection: connectionIn(input), ...about },
  };
}

function connectionIn(input: JsonObject): string {
  const named = own(input, "connection_id");
  return typeof named === "string" ? named : "";
}

/** Opens the requests of local tools: over the connection of the call, by the API gateway. */
function localEgress(
  egress: EgressConfig,
  { egress: door, connections = noConnections }: Outside,
  redaction: Redaction,
): NonNullable<PipelineDeps["egressOf"]> {
  // All rules redact the result later. Here only what the tool itself must not see.
  const hideOurs = redaction.into("results", ownSecretsOnly);
  const deps = {
    egress: door,
    connections,
    routeOf: createRouteOf(egress),
    hideSecrets: (text: string) => hideOurs(text).text,
  };
  return ({ connection }, signal) =>
    connection.kind === "made" ? openToolEgress(connection.outgoing, deps, signal) : undefined;
}

/** Returns how a request to a URL would leave. */
export function createRouteOf({
  hosts,
  gateway,
}: Pick<EgressConfig, "hosts" | "gateway">): (url: string) => TargetRoute {
  const rules = new EgressRules({ hosts });
  const hasGateway = gateway.kind === "required" && gateway.through !== undefined;
  return (url) => {
    const reading = readUrl(url);
    const rule = reading.kind === "read" ? rules.ruleFor(reading) : undefined;
    if (rule === undefined) return "unknown";
    if (rule.route === "direct") return "direct";
    return hasGateway ? "gateway" : "missing";
  };
}
