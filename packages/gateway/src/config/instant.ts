import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";

export const instantForms = "a time in UTC such as 2027-01-31 or 2027-01-31T12:00:00Z";

const error = expected(instantForms);
const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

/** A moment in the file, converted to milliseconds since 1970. */
export const instant = z
  .string({ error })
  .meta({ pattern: form.source })
  .transform((text, context) => {
    const at = readInstant(text);
    if (at !== undefined) return at;
    context.addIssue({ code: "custom", message: error({ input: text }) });
    return z.NEVER;
  });

/** Reads a time. A date alone is its first moment. Undefined if the text is none. */
export function readInstant(text: string): number | undefined {
  if (!form.test(text)) return undefined;
  try {
    // The built-in parser turns February 30 into a day of March.
    return Temporal.Instant.from(text.includes("T") ? text : `${text}T00:00Z`).epochMilliseconds;
  } catch {
    return undefined;
  }
}
