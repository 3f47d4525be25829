import { bytesOf } from "../measure.ts";
import { defineMeasure } from "./check.ts";

export const bytes = defineMeasure({
  id: "schema/bytes",
  summary: "Limit a schema to 128 kB",
  why: `A schema is read, hashed, shown to a model and compiled. Real ones take a few hundred bytes. A schema
of megabytes is a mistake or a denial-of-service attempt.`,
  good: [{ input: { type: "object", properties: {}, description: "x".repeat(10_000) } }],
  bad: [{ input: { type: "object", description: "x".repeat(200_000) } }],

  *inspect(schema, { maxBytes }) {
    if (bytesOf(schema, maxBytes) > maxBytes) {
      yield { pointer: "", message: `Keep the schema under ${maxBytes} bytes.` };
    }
  },
});
