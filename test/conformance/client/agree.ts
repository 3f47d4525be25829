import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { InputRequest } from "../../../packages/gateway/src/upstreams/upstream.ts";

/** Accepts a form with its proposed defaults. */
export function agree({ params }: InputRequest): JsonObject {
  const schema = own(params, "requestedSchema");
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  const content = fields.flatMap(([name, field]) => {
    const proposed = isJsonObject(field) ? own(field, "default") : undefined;
    return proposed === undefined ? [] : [[name, proposed] as const];
  });
  return { action: "accept", content: Object.fromEntries(content) };
}
