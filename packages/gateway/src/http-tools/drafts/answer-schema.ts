import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { type CodeMeaning, denialReasons } from "../../boundary/egress/answer-meanings.ts";
import { isHeaderName } from "./connection-headers.ts";

// What answers of a target mean, as tool files and drafts declare it.

const levelError = expected("the name of a level of the scope");
const level = z
  .string({ error: levelError })
  .regex(/^[A-Za-z_][\w-]{0,63}$/, { error: levelError });
const sentenceError = expected("a sentence of at most 200 characters");
/** Callers read it in a refusal, so it is one line of the author's own words. */
const sentence = z
  .string({ error: sentenceError })
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u, { error: sentenceError });

/** The meaning of one error code. */
export const codeMeaning: z.ZodType<CodeMeaning> = z.union(
  [
    z.enum(denialReasons),
    z.strictObject({ outside: level }),
    z.strictObject({ rejected: sentence }),
  ],
  {
    error: expected(
      `${denialReasons.join(", ")}, \`outside\` with a level, or \`rejected\` with a sentence`,
    ),
  },
);

const codeError = expected("an error code of at most 64 letters, digits, dots, dashes and _");
/** Error codes of a form that `classify` finds in answers. */
export const errorCode = z
  .string({ error: codeError })
  .regex(/^[A-Za-z][\w.-]{1,63}$/, { error: codeError });

const headerError = expected("the name of a header");
/** A header of answers. Answers have lower-case names. */
export const answerHeader = z
  .string({ error: headerError })
  .refine(isHeaderName, { error: headerError })
  .transform((name) => name.toLowerCase());

const valueError = expected("a text of at most 100 visible characters");
/** The value of a header, compared without regard to case. */
export const headerValue = z
  .string({ error: valueError })
  .regex(/^[\x21-\x7e]{1,100}$/, { error: valueError });
