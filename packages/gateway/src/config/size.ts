import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";

const error = expected("a size such as 512KB or 10MB, up to 1024MB");
const factors = new Map([
  ["B", 1],
  ["KB", 1024],
  ["MB", 1024 * 1024],
]);
/** Larger values would have to fit in memory. */
const mostBytes = 1024 * 1024 * 1024;

/** A size in the file, converted to bytes. */
export const size = z
  .string({ error })
  .meta({ pattern: "^[1-9][0-9]{0,6}(B|KB|MB)$" })
  .transform((text, context) => {
    const [, amount = "", unit = ""] = /^([1-9]\d{0,6})(B|KB|MB)$/.exec(text) ?? [];
    const bytes = Number(amount) * (factors.get(unit) ?? 0);
    if (bytes > 0 && bytes <= mostBytes) return bytes;
    context.addIssue({ code: "custom", message: error({ input: text }) });
    return z.NEVER;
  });
