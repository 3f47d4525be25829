import { isSecretPlace } from "@toolcourt/contracts/internal/schemas/short-form";
import { isJsonObject, type JsonObject, type JsonSchema, own, subschemas } from "@toolcourt/sdk";
import { isDeclaredSensitive } from "./argument-projection.ts";
import { hostFieldsOf } from "./host-fields.ts";

/** What a form needs to know of an input schema. */
export interface FormParts extends JsonObject {
  /** The schema as callers see it. */
  readonly input: JsonSchema;
  /** JSON Pointers of the parameters that the host fills in. Callers do not see them. */
  readonly hosts: readonly string[];
  /** JSON Pointers of the schemas whose values are sensitive. */
  readonly sensitive: readonly string[];
}

/** Takes the contract's schema and the tool as it is listed. Default: the schema is shown as it is. */
export function formPartsOf(contract: JsonSchema, listed: JsonObject | undefined): FormParts {
  const presented = listed === undefined ? undefined : own(listed, "inputSchema");
  const input = isJsonObject(presented) ? presented : contract;
  return { input, hosts: hostsIn(contract), sensitive: sensitiveIn(input) };
}

function hostsIn(contract: JsonSchema): readonly string[] {
  const fields = hostFieldsOf(contract);
  if (fields === undefined) return [];
  return [...subschemas(contract)].flatMap(({ schema, pointer }) =>
    isParameter(pointer) && fields.isHosts(schema) ? [pointer] : [],
  );
}

/** Only a property is a parameter: a definition is none before something refers to it. */
function isParameter(pointer: string): boolean {
  return /\/properties\/[^/]+$/.test(pointer);
}

/** Fields that are declared so, and those with the name of a secret. */
function sensitiveIn(input: JsonSchema): readonly string[] {
  return [...subschemas(input)].flatMap(({ schema, pointer }) => {
    const isNamed = own(schema, "type") === "string" && isParameter(pointer);
    return (isNamed && isSecretPlace(pointer)) || isDeclaredSensitive(schema) ? [pointer] : [];
  });
}
