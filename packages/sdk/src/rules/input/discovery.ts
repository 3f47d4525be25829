import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { pointerToken } from "../../contract/pointer.ts";
import { defineRule, type Remark } from "../rule.ts";
import { namesIn } from "../schema-shape.ts";

const id = { type: "string", description: "An id" };
const complete = {
  type: "object",
  properties: {
    connection_id: id,
    scope: {
      type: "object",
      properties: { tenantId: id, subscriptionId: id },
      required: ["tenantId", "subscriptionId"],
    },
    tier: { enum: ["inventory"] },
    correlation_id: { ...id, "x-host-injected": true },
    session_id: { ...id, "x-host-injected": true },
  },
  required: ["connection_id", "scope", "tier", "correlation_id", "session_id"],
};

export const inputDiscovery = defineRule({
  id: "input/discovery",
  severity: { "cloud-discovery": "error" },
  requirements: ["S2-4", "S2-5", "S2-6", "S2-7"],
  summary: "Require the connection, scope, tier and ids of a discovery",
  why: `A discovery uses a connection, a named scope and a tier that the connection is authorized for. Its ids make
it traceable through every log. A value the tool does not ask for cannot be checked before it runs.`,
  good: [
    { input: complete },
    {
      input: {
        ...complete,
        properties: { ...complete.properties, tier: { enum: ["cost", "security"] } },
      },
    },
  ],
  bad: [
    { input: { type: "object", properties: {} } },
    { input: { ...complete, required: ["scope", "tier", "correlation_id", "session_id"] } },
    { input: { ...complete, properties: { ...complete.properties, tier: { type: "string" } } } },
    { input: { ...complete, properties: { ...complete.properties, tier: { enum: ["owner"] } } } },
    { input: { ...complete, properties: { ...complete.properties, scope: { type: "object" } } } },
  ],

  *check({ input }) {
    const declared = own(input, "properties");
    const properties = isJsonObject(declared) ? declared : {};
    const required = new Set(namesIn(own(input, "required")));
    for (const [name, objection] of Object.entries(objections)) {
      const schema = own(properties, name);
      const pointer = `/input/properties${pointerToken(name)}`;
      if (schema === undefined) yield missing(name);
      else if (!required.has(name))
        yield { pointer, message: `List \`${name}\` under \`required\`.` };
      const message = schema === undefined ? undefined : objection(schema);
      if (message !== undefined) yield { pointer, message };
    }
  },
});

function missing(name: string): Remark {
  return { pointer: "/input/properties", message: `Add the parameter \`${name}\`.` };
}

const tiers: ReadonlySet<JsonValue> = new Set(["inventory", "cost", "security"]);

type Objection = (schema: JsonValue) => string | undefined;

const objections: Readonly<Record<string, Objection>> = {
  connection_id: text("Make `connection_id` a text."),
  scope: (schema) =>
    isJsonObject(schema) && namesLevels(schema)
      ? undefined
      : "Name the levels of the scope, such as `subscriptionId`, and require at least one.",
  tier: (schema) => {
    const choices = isJsonObject(schema)
      ? (own(schema, "enum") ?? [own(schema, "const") ?? ""])
      : [];
    const isKnown =
      isJsonArray(choices) && choices.length > 0 && choices.every((one) => tiers.has(one));
    return isKnown ? undefined : "Let `tier` be one of inventory, cost and security.";
  },
  correlation_id: text("Make `correlation_id` a text."),
  session_id: text("Make `session_id` a text."),
};

function text(message: string): Objection {
  return (schema) =>
    isJsonObject(schema) && own(schema, "type") === "string" ? undefined : message;
}

function namesLevels(schema: JsonSchema): boolean {
  const levels = own(schema, "properties");
  if (!isJsonObject(levels)) return false;
  return namesIn(own(schema, "required")).some((name) => Object.hasOwn(levels, name));
}
