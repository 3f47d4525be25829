import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import type { JsonValue } from "@toolcourt/sdk";
import { isJsonArray, isJsonObject, own } from "@toolcourt/sdk";

/** A maximum as written in a policy, and its place. */
export interface LimitSetting {
  /** Such as `limits[0].max_timeout`. */
  readonly path: string;
  readonly value: JsonValue;
  readonly line: number;
  readonly column: number;
}

const keys = ["max_timeout", "max_retries", "max_result_bytes"];

/** Lists the maxima in the text of a policy, as its author wrote them. */
export function limitSettings(text: string): readonly LimitSetting[] {
  const yaml = new YamlText(text);
  const limits = yaml.value && own(yaml.value, "limits");
  if (!isJsonArray(limits)) return [];
  return limits.flatMap((limit, index) =>
    keys.flatMap((key) => {
      const value = isJsonObject(limit) ? own(limit, key) : undefined;
      if (value === undefined) return [];
      const place = yaml.positionOf(["limits", index, key], "value");
      return [{ path: `limits[${index}].${key}`, value, ...place }];
    }),
  );
}
