import { z } from "zod";

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
