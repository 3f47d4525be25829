import { isJsonObject, type JsonSchema, own } from "../../contract/json.ts";
import { valueAt } from "../../contract/pointer.ts";
import { defineRule } from "../rule.ts";
import { namesIn } from "../schema-shape.ts";

const needed = ["discovery_id", "stage", "counts", "timestamps"] as const;

function output(discovery: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      data: { type: "object", properties: {} },
      metadata: { type: "object", properties: { discovery }, required: ["discovery"] },
    },
    required: ["data", "metadata"],
  };
}

const discovery = {
  type: "object",
  properties: {
    discovery_id: { type: "string" },
    stage: { type: "string" },
    counts: { type: "object", properties: { items: { type: "integer" } } },
    timestamps: { type: "object", properties: { started_at: { type: "string" } } },
  },
  required: ["discovery_id", "stage", "counts", "timestamps"],
};

export const outputDiscovery = defineRule({
  id: "output/discovery",
  severity: { "cloud-discovery": "error" },
  requirements: ["S2-24"],
  summary: "Require results that tell about the discovery itself, in `metadata.discovery`",
  why: `Stored results and follow-up calls must name their discovery, its stage, its counts and its times. Without
them the origin of a result is unknown.`,
  good: [{ output: output(discovery) }],
  bad: [
    { output: { type: "object", properties: { celsius: { type: "number" } } } },
    { output: output({ ...discovery, required: ["discovery_id"] }) },
    { output: output({ type: "object" }) },
  ],

  *check(contract) {
    const place = "/properties/metadata/properties/discovery";
    const declaredSchema =
      contract.output === undefined ? undefined : valueAt(contract.output, place);
    if (!isJsonObject(declaredSchema)) {
      yield { pointer: "/output", message: "Describe `metadata.discovery` in the output schema." };
      return;
    }
    const declared = own(declaredSchema, "properties");
    const required = namesIn(own(declaredSchema, "required"));
    for (const name of needed) {
      const isThere = isJsonObject(declared) && Object.hasOwn(declared, name);
      if (!isThere || !required.includes(name)) {
        yield { pointer: `/output${place}`, message: `Declare \`${name}\` and require it.` };
      }
    }
  },
});
