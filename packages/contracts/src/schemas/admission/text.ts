import { type JsonValue, type Place, pointerToken } from "@toolcourt/sdk";
import { defineCheck } from "./check.ts";

export const text = defineCheck({
  id: "schema/text",
  summary: "Reject text that has no UTF-8 form and numbers that JSON cannot write",
  why: `Such a schema has no canonical form and no digest, so it cannot be compared with the approved one.`,
  good: [{ input: { type: "object", description: "Straße 🚲" } }],
  bad: [{ input: { type: "object", description: "half a bicycle: \ud83d" } }],

  *inspect(schema) {
    const found: Place[] = [{ value: schema, pointer: "" }];
    for (const { value, pointer } of found) {
      if (isBroken(value)) yield { pointer, message: "Write well-formed text and finite numbers." };
      if (typeof value !== "object" || value === null) continue;
      for (const [key, child] of Object.entries(value)) {
        if (isBroken(key)) yield { pointer, message: "Write well-formed keys." };
        else found.push({ value: child, pointer: pointer + pointerToken(key) });
      }
    }
  },
});

function isBroken(value: JsonValue): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  return typeof value === "number" && !Number.isFinite(value);
}
