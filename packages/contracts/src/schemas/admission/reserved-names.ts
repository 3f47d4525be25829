import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  subschemas,
} from "@toolcourt/sdk";
import { defineCheck } from "./check.ts";

export const reservedNames = defineCheck({
  id: "schema/reserved-names",
  summary: "Reject the names through which JavaScript objects are poisoned",
  why: `A property called \`__proto__\`, \`constructor\` or \`prototype\` can change other objects if code
downstream copies it carelessly (prototype pollution).`,
  good: [{ input: { type: "object", properties: { proto: {} }, required: ["constructor"] } }],
  bad: [
    { input: { type: "object", properties: { constructor: { type: "string" } } } },
    { input: { type: "object", properties: Object.fromEntries([["__proto__", {}]]) } },
  ],

  *inspect(schema) {
    for (const pointer of protoKeys(schema)) {
      yield { pointer, message: "Do not use `__proto__` as a key." };
    }
    for (const { schema: each, pointer } of subschemas(schema)) {
      const properties = own(each, "properties");
      if (!isJsonObject(properties)) continue;
      for (const name of ["constructor", "prototype"]) {
        if (Object.hasOwn(properties, name)) {
          yield {
            pointer: pointer + pointerToken("properties") + pointerToken(name),
            message: `Do not call a property \`${name}\`.`,
          };
        }
      }
    }
  },
});

/** Searches everywhere, including data: a default is copied just like a property. */
function* protoKeys(root: JsonObject): Generator<string> {
  const found: { readonly value: JsonValue; readonly pointer: string }[] = [
    { value: root, pointer: "" },
  ];
  for (const { value, pointer } of found) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const at = pointer + pointerToken(key);
      if (key === "__proto__") yield at;
      found.push({ value: child, pointer: at });
    }
  }
}
