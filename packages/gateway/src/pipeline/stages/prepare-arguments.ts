import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { FilledByHost } from "@toolcourt/sdk/rules";
import { isLargerThan, jsonSizeOf } from "../../boundary/cleaning/json-size.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type IncomingCall, type PermittedCall, setPrepared, shownName } from "../call.ts";
import { type HostFields, hostFieldsOf } from "../host-fields.ts";
import type { Stages } from "../pipeline.ts";

/** How the arguments of an HTTP tool are checked. */
export interface OverHttp {
  readonly maxPayloadBytes: number;
  /** The tool's configured connection. Default: none. */
  readonly connection?: string;
}

export interface PrepareArgumentsDeps {
  /** Returns undefined for a tool that is not an HTTP operation. */
  readonly overHttp: (tool: RegisteredTool) => OverHttp | undefined;
  /** Finds a token in the arguments. Returns its JSON Pointer. */
  readonly findToken: (given: JsonObject) => string | undefined;
}

/** Facts about a tool's arguments, known in advance. */
export interface ArgumentsPlan {
  readonly http: OverHttp | undefined;
  /** Parameters that only the host may fill. */
  readonly hosts: readonly string[];
  /** The same, at any depth. Undefined if there are none. */
  readonly fields: HostFields | undefined;
}

/** Returns undefined if the arguments of a tool need no checks before the schema. */
export function planArguments(
  tool: RegisteredTool,
  { overHttp }: Pick<PrepareArgumentsDeps, "overHttp">,
): ArgumentsPlan | undefined {
  const http = overHttp(tool);
  const fields = hostFieldsOf(tool.contract.input);
  return http === undefined && fields === undefined
    ? undefined
    : { http, fields, hosts: hostsOf(tool) };
}

/**
 * Checks the arguments before schema validation: their size, tokens, and parameters only the host
 * may fill. Then fills those in.
 */
export function createPrepareArguments({
  findToken,
}: Pick<PrepareArgumentsDeps, "findToken">): Stages["prepareArguments"] {
  const check = (call: PermittedCall, { maxPayloadBytes }: OverHttp): void => {
    const { registered, arguments: given = {} } = call;
    if (isLargerThan(given, jsonSizeOf(given), maxPayloadBytes)) {
      throw new Refusal("egress-refused", { tool: registered.publicName, rule: "payload-size" });
    }
    const token = isJsonObject(given) ? findToken(given) : undefined;
    if (token !== undefined) throw invalid(call, { pointer: token, message: noTokens });
  };

  return function prepareArguments(call) {
    const { plan, arguments: given = {} } = call;
    if (plan.arguments === undefined) return call;
    if (plan.arguments.http !== undefined) check(call, plan.arguments.http);
    // A value that is not an object is for the schema to refuse.
    if (plan.arguments.fields === undefined || !isJsonObject(given)) return call;
    return withHosts(call, given, plan.arguments);
  };
}

function withHosts(call: PermittedCall, given: JsonObject, plan: ArgumentsPlan): PermittedCall {
  const { hosts, http, fields } = plan;
  const taken = fields?.find(given);
  if (taken !== undefined) {
    throw invalid(call, { pointer: shownName(taken), message: leftToHost });
  }
  if (hosts.length === 0) return call;
  setPrepared(call, { ...given, ...filled(call, hosts, http) });
  return call;
}

const noTokens = "tokens and other secrets come from the connection, never from a caller";
const leftToHost = "the host fills this in; leave it out";

/** Returns the parameters that the contract leaves to the host. */
export function hostsOf({ contract }: Pick<RegisteredTool, "contract">): readonly string[] {
  const properties = own(contract.input, "properties");
  if (!isJsonObject(properties)) return [];
  const fields = hostFieldsOf(contract.input);
  if (fields === undefined) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    fields.isHosts(schema) ? [name] : [],
  );
}

/**
 * Returns the host's value for a parameter. Without one the parameter stays absent, and the schema
 * decides.
 */
function filled(
  call: PermittedCall,
  hosts: readonly string[],
  http: OverHttp | undefined,
): JsonObject {
  const values: Readonly<Record<FilledByHost, string | undefined>> = {
    correlation_id: call.correlationId,
    session_id: sessionFor(call),
    trace_id: call.traceId,
    connection_id: http?.connection,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || !hosts.includes(name) ? [] : [[name, value]],
    ),
  );
}

/** Returns the session of a call for a tool that must have one. */
export function sessionFor({ sessionId, queryId, correlationId }: IncomingCall): string {
  return sessionId ?? queryId ?? correlationId;
}

function invalid({ registered }: PermittedCall, issue: Issue): Refusal {
  const issues = [`${issue.pointer}: ${issue.message}`];
  return new Refusal("input-invalid", { tool: registered.publicName, issues, places: [issue] });
}
