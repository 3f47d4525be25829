import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";

// AuthZEN Authorization API 1.0, sections 5 to 7. Unknown members are ignored, as it demands.

/** One question: may this subject do this with this resource? */
export interface Evaluation {
  readonly subject: Entity;
  readonly action: JsonObject & { readonly name: string };
  readonly resource: Entity;
}

type Entity = JsonObject & { readonly type: string; readonly id: string };

const semantics = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;
export type Semantic = (typeof semantics)[number];

/** A request for one decision, or for several. */
export type Asked =
  | { readonly kind: "one"; readonly evaluation: Evaluation }
  | {
      readonly kind: "several";
      readonly semantic: Semantic;
      /** An evaluation without its required members is refused alone. */
      readonly evaluations: readonly (Evaluation | undefined)[];
    };

/** More would hold the event loop. */
const maxEvaluations = 100;

/** Reads the body of `/access/v1/evaluation`. Returns what is wrong with any other. */
export function readEvaluation(body: JsonObject): Asked | string {
  const evaluation = evaluationIn(body);
  return evaluation === undefined ? required : { kind: "one", evaluation };
}

/** Reads the body of `/access/v1/evaluations`. Without a list it is that of one evaluation. */
export function readEvaluations(body: JsonObject): Asked | string {
  const { evaluations = [], ...defaults } = body;
  if (!isJsonArray(evaluations)) return "Expected evaluations to be a list.";
  if (evaluations.length === 0) return readEvaluation(body);
  if (evaluations.length > maxEvaluations) return `Send at most ${maxEvaluations} evaluations.`;
  const semantic = semanticIn(own(body, "options"));
  if (semantic === undefined) return `Expected one of ${semantics.join(", ")}.`;
  return {
    kind: "several",
    semantic,
    evaluations: evaluations.map((each) =>
      isJsonObject(each) ? evaluationIn({ ...defaults, ...each }) : undefined,
    ),
  };
}

const required =
  "Expected subject {type, id}, action {name} and resource {type, id}, each member a text.";

function semanticIn(options: JsonValue | undefined): Semantic | undefined {
  const given = isJsonObject(options) ? own(options, "evaluations_semantic") : undefined;
  if (given === undefined) return "execute_all";
  return semantics.find((each) => each === given);
}

function evaluationIn(body: JsonObject): Evaluation | undefined {
  const [subject, action, resource] = ["subject", "action", "resource"].map((key) =>
    own(body, key),
  );
  if (!isEntity(subject) || !isAction(action) || !isEntity(resource)) return undefined;
  return { subject, action, resource };
}

function isEntity(value: JsonValue | undefined): value is Entity {
  return isJsonObject(value) && isName(own(value, "type")) && isName(own(value, "id"));
}

function isAction(value: JsonValue | undefined): value is Evaluation["action"] {
  return isJsonObject(value) && isName(own(value, "name"));
}

const maxNameLength = 1_024;

function isName(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxNameLength;
}

/** Kinds of subjects. `identity` is the name of the profile for MCP. */
const kinds: ReadonlyMap<string, "user" | "system"> = new Map([
  ["user", "user"],
  ["identity", "user"],
  ["system", "system"],
]);

/** Returns the principal that a subject stands for. Undefined for one that is not a principal. */
export function principalOf({ type, id, properties = {} }: Entity): Principal | undefined {
  const kind = kinds.get(type);
  const facts = isJsonObject(properties) ? factsIn(properties) : undefined;
  return kind && facts && { id, permissions: [], kind, ...facts };
}

type Facts = Pick<Principal, "roles" | "scopes" | "tenant" | "claims">;

function factsIn({ roles = [], scopes = [], tenant, claims }: JsonObject): Facts | undefined {
  if (!areNames(roles) || !areNames(scopes)) return undefined;
  if (!isAbsentOr(isName, tenant) || !isAbsentOr(isJsonObject, claims)) return undefined;
  return defined({ roles, scopes, tenant, claims });
}

function isAbsentOr<Value extends JsonValue>(
  is: (value: JsonValue | undefined) => value is Value,
  value: JsonValue | undefined,
): value is Value | undefined {
  return value === undefined || is(value);
}

function areNames(value: JsonValue): value is readonly string[] {
  return isJsonArray(value) && value.every(isName);
}

/** A call that is asked about. */
export interface AskedCall {
  readonly tool: string;
  /** Default: any. */
  readonly arguments?: JsonObject;
}

/** Returns the call that an action on a resource stands for. Undefined for anything else. */
export function callOf({ action, resource }: Evaluation): AskedCall | undefined {
  if (action.name !== "tools/call" || resource.type !== "tool") return undefined;
  const properties = own(action, "properties");
  const given = isJsonObject(properties) ? own(properties, "arguments") : undefined;
  if (given === undefined) return { tool: resource.id };
  return isJsonObject(given) ? { tool: resource.id, arguments: given } : undefined;
}
