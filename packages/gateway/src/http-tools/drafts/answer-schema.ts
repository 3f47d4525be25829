import { z } from "zod";
import { type CodeMeaning, denialReasons } from "../../boundary/egress/answer-meanings.ts";
import { isHeaderName } from "./connection-headers.ts";

// What answers of a target mean, as tool files and drafts declare it.

const level = z.string().regex(/^[A-Za-z_][\w-]{0,63}$/);
/** Callers read it in a refusal, so it is one line of the author's own words. */
const sentence = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u);

/** The meaning of one error code. */
export const codeMeaning: z.ZodType<CodeMeaning> = z.union([
  z.enum(denialReasons),
  z.strictObject({ outside: level }),
  z.strictObject({ rejected: sentence }),
]);

/** Error codes of a form that `classify` finds in answers. */
export const errorCode = z.string().regex(/^[A-Za-z][\w.-]{1,63}$/);

/** A header of answers. Answers have lower-case names. */
export const answerHeader = z
  .string()
  .refine(isHeaderName)
  .transform((name) => name.toLowerCase());

/** The value of a header, compared without regard to case. */
export const headerValue = z.string().regex(/^[\x21-\x7e]{1,100}$/);
