import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { configSchema } from "./schema.ts";

/** Returns the JSON Schema of the configuration file, for completion and validation in editors. */
export function configJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(configSchema, { io: "input" });
  const plain = parseJson(JSON.stringify({ ...schema, title: "The configuration of toolcourt" }));
  if (!isJsonObject(plain)) throw new TypeError("a schema is an object");
  return plain;
}
