import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { z } from "zod";
import { kinds, type PolicyPrincipal } from "./question.ts";

const texts = z.array(z.string()).default([]);

const principal = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(kinds).default("user"),
  tenant: z.exactOptional(z.string()),
  roles: texts,
  scopes: texts,
  permissions: texts,
  claims: z.custom<JsonObject>(isJsonObject).default({}),
});

/** Reads the principal of a question. It does not have what the question leaves out. */
export function readPrincipal(value: JsonValue | undefined): PolicyPrincipal | undefined {
  const read = principal.safeParse(value);
  if (!read.success) return undefined;
  const { kind, permissions } = read.data;
  // As the local principal has them.
  return { ...read.data, permissions: kind === "local" ? "all" : permissions };
}
