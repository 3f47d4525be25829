import { z } from "zod";

/** Sort direction. */
export const sortOrder = z
  .enum(["asc", "desc"])
  .default("asc")
  .describe("asc for smallest first, desc for largest first");

/** Schema of `sortBy` and `sortOrder` over the given names. */
export type Sorting<Names extends readonly [string, ...string[]]> = z.ZodObject<{
  sortBy: z.ZodDefault<z.ZodEnum<{ [Name in Names[number]]: Name }>>;
  sortOrder: typeof sortOrder;
}>;

/**
 * Creates the parameters of a list that is sortable by the given names. Default: the first name.
 * Spread `.shape` beside your own parameters.
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
