import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { configSchema } from "./schema.ts";

/** The configuration file as a JSON Schema, for editors that complete and check while one types. */
export function configJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(configSchema, { io: "input" });
  const plain = parseJson(JSON.stringify({ ...schema, title: "The configuration of toolcourt" }));
  if (!isJsonObject(plain)) throw new TypeError("a schema is an object");
  return plain;
}
