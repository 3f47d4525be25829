import { z } from "zod";

const maxLimit = 100;

/** Maximum number of members on a page. */
export const limit = z
  .int()
  .min(1)
  .max(maxLimit)
  .default(20)
  .describe("How many to return at most, from 1 to 100");

/** Number of members to skip. */
export const offset = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe("How many to skip before the first one returned");

/** Cursor returned by the preceding page. */
export const cursor = z
  .string()
  .min(1)
  .max(1_000)
  .describe("The nextCursor of the page before; leave it out for the first page");

/** Parameters of a list with offset paging. Spread `.shape` beside your own parameters. */
export const offsetPage = z.object({ limit, offset });

/** Parameters of a list with cursor paging. Spread `.shape` beside your own parameters. */
export const cursorPage = z.object({ limit, cursor: cursor.optional() });

/** Schema of a page of a list. */
export type PageOf<Member extends z.ZodType> = z.ZodObject<{
  items: z.ZodArray<Member>;
  total: z.ZodOptional<z.ZodNumber>;
  nextOffset: z.ZodOptional<z.ZodNumber>;
  nextCursor: z.ZodOptional<z.ZodString>;
}>;

/**
 * Creates the result schema of a list tool: one page, and the parameters of the next one if any.
 *
 * @example
 * ```ts
 * const result = pageOf(z.object({ title: z.string() }));
 * ```
 */
export function pageOf<Member extends z.ZodType>(member: Member): PageOf<Member> {
  return z.object({
    items: z.array(member).max(maxLimit).describe("The members of this page"),
    total: z.number().int().min(0).optional().describe("How many there are on all pages"),
    nextOffset: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("The offset of the next page; absent on the last"),
    nextCursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe("The cursor of the next page; absent on the last"),
  });
}
