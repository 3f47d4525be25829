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

/** Schema of the ids of one kind of resource. */
export type BrandedId<Kind extends string> = PropertyKey extends Kind
  ? z.ZodString
  : z.core.$ZodBranded<z.ZodString, Kind>;

/**
 * Creates a schema for ids: the kind, an underscore, and up to 64 letters, digits, dashes and
 * underscores. An id of another kind is refused by the compiler and at run time.
 *
 * @example
 * ```ts
 * const InvoiceId = brandedId("invoice");
 * InvoiceId.parse("invoice_2026-17");
 * ```
 */
export function brandedId<Kind extends string>(kind: Kind): BrandedId<Kind> {
  if (!/^[a-z][a-z0-9]{0,30}$/.test(kind)) {
    throw new TypeError("The kind of an id is a lower case word of at most 31 letters and digits.");
  }
  return z
    .string()
    .min(kind.length + 2)
    .max(kind.length + 65)
    .regex(new RegExp(`^${kind}_[A-Za-z0-9_-]+$`))
    .describe(`Id of a ${kind}, such as ${kind}_123`)
    .brand(kind);
}

export const UserId = brandedId("user");
export type UserId = z.output<typeof UserId>;

export const CardId = brandedId("card");
export type CardId = z.output<typeof CardId>;

export const DeckId = brandedId("deck");
export type DeckId = z.output<typeof DeckId>;

/** A moment in UTC, such as 2026-01-31T12:00:00Z. */
export const moment = z.iso
  .datetime()
  .max(40)
  .describe("A moment in UTC, such as 2026-01-31T12:00:00Z");

/**
 * A period of time; either end may be open. `from` must not be after `to`. That is checked at call
 * time, because JSON Schema cannot express it.
 */
export const dateRange = z
  .object({
    from: moment.optional().describe("The first moment, such as 2026-01-01T00:00:00Z"),
    to: moment.optional().describe("The last moment, such as 2026-01-31T23:59:59Z"),
  })
  .refine(isInOrder, { path: ["to"], message: "Expected an end that is not before the start." })
  .describe("A stretch of time; leave out an end that does not matter");

function isInOrder({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): boolean {
  return from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);
}

/** Metadata of every stored resource. Spread `.shape` into its schema. */
export const storedMetadata = z.object({
  createdAt: moment.describe("When it was created, UTC"),
  updatedAt: moment.describe("When it was last changed, UTC"),
  version: z.int().min(1).max(1_000_000_000).describe("Grows by one with each change"),
  createdBy: z.string().min(1).max(200).optional().describe("Who created it"),
  updatedBy: z.string().min(1).max(200).optional().describe("Who last changed it"),
});
