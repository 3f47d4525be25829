import { z } from "zod";

/** Which way a list runs. */
export const sortOrder = z
  .enum(["asc", "desc"])
  .default("asc")
  .describe("asc for smallest first, desc for largest first");

/** The schema of `sortBy` and `sortOrder` over the given names. */
export type Sorting<Names extends readonly [string, ...string[]]> = z.ZodObject<{
  sortBy: z.ZodDefault<z.ZodEnum<{ [Name in Names[number]]: Name }>>;
  sortOrder: typeof sortOrder;
}>;

/**
 * Parameters of a list that can be sorted by the given names, the first of them by default. Spread
 * `.shape` beside your own parameters.
 *
 * @example
 * ```ts
 * const parameters = z.object({ ...sorting(["createdAt", "title"]).shape });
 * ```
 */
export function sorting<const Names extends readonly [string, ...string[]]>(
  names: Names,
): Sorting<Names> {
  const [first] = names;
  return z.object({
    sortBy: z
      .enum(names)
      .default(first)
      .describe(`What to sort by: ${names.join(", ")}`),
    sortOrder,
  });
}
