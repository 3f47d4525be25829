import { isJsonArray, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";

/**
 * Returns a check of a schema's simple limits: size, length, item count. Full validation happens
 * later. This avoids plans that it would refuse.
 */
export function limitsOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const at = (keyword: string): number | undefined => {
    const limit = own(schema, keyword);
    return typeof limit === "number" ? limit : undefined;
  };
  const sizes = {
    least: at("minimum"),
    most: at("maximum"),
    above: at("exclusiveMinimum"),
    below: at("exclusiveMaximum"),
  };
  const lengths = { least: at("minLength"), most: at("maxLength") };
  const counts = { least: at("minItems"), most: at("maxItems") };

  return (value) => {
    if (typeof value === "number") return isWithin(value, sizes);
    if (typeof value === "string") return isWithin(Array.from(value).length, lengths);
    return !isJsonArray(value) || isWithin(value.length, counts);
  };
}

interface Limits {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

function isWithin(
  size: number,
  { least = -Infinity, most = Infinity, above = -Infinity, below = Infinity }: Limits,
): boolean {
  return size >= least && size <= most && size > above && size < below;
}
