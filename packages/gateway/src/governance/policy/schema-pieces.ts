import { expected, expectedOneOf } from "@toolcourt/contracts/internal/documents/wording";
import { effects } from "@toolcourt/sdk";
import { z } from "zod";
import { kinds } from "./question.ts";

// What the entries of a policy file have in common.

export const keysAndValues = { error: expected("keys and values") };

export function choice<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
): z.ZodEnum<{ [Choice in Choices[number]]: Choice }> {
  return z.enum(choices, { error: expectedOneOf(choices) });
}

export function listOf<Item extends z.ZodType>(item: Item, what: string): z.ZodArray<Item> {
  const error = expected(`a list of ${what}, not empty`);
  return z.array(item, { error }).min(1, { error });
}

export function nameOf(what: string): z.ZodString {
  const error = expected(`${what}: 1 to 256 visible characters, no space at either end`);
  return z.string({ error }).regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,256}(?<!\s)$/u, { error });
}

export function slugOf(what: string): z.ZodString {
  const error = expected(`${what}: lower-case letters, digits and dashes, a letter first`);
  return z.string({ error }).regex(/^[a-z][a-z0-9-]{0,62}$/, { error });
}

export const role = slugOf("the name of a role");

export const who = {
  principals: z.exactOptional(listOf(nameOf("the id of a principal"), "ids of principals")),
  kinds: z.exactOptional(listOf(choice(kinds), "kinds of principals")),
  tenants: z.exactOptional(listOf(nameOf("a tenant"), "tenants")),
};

export const text = z.string({ error: expected("a text") });

export const categories = ["query", "mutation", "analysis", "generation"] as const;

/** Selects principals and tools, in statements and in limits. */
export const selectors = {
  ...who,
  roles: z.exactOptional(listOf(role, "roles")),
  tools: z.exactOptional(listOf(nameOf("a tool, or server/tool"), "tools")),
  effects: z.exactOptional(listOf(choice(effects), "effects")),
  tags: z.exactOptional(listOf(nameOf("a tag"), "tags")),
  categories: z.exactOptional(listOf(choice(categories), "categories")),
};

const dayMs = 86_400_000;

/** A duration in milliseconds. */
export function durationUpTo(
  days: number,
  examples: string,
): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> {
  const error = expected(`a duration such as ${examples}, at most P${days}D`);
  return z.string({ error }).transform((written, context) => {
    const ms = msOf(written);
    if (ms !== undefined && ms <= days * dayMs) return ms;
    context.addIssue({ code: "custom", message: error({ input: written }) });
    return z.NEVER;
  });
}

function msOf(written: string): number | undefined {
  const [, days, hours, minutes, seconds] =
    /^P(?=\d|T\d)(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5}(?:\.\d{1,3})?)S)?)?$/.exec(
      written,
    ) ?? [];
  const ms = Math.round(
    Number(days ?? 0) * dayMs +
      Number(hours ?? 0) * 3_600_000 +
      Number(minutes ?? 0) * 60_000 +
      Number(seconds ?? 0) * 1_000,
  );
  return ms > 0 ? ms : undefined;
}

export function wholeOf(what: string, min: number, max: number): z.ZodInt {
  const error = expected(what);
  return z.int({ error }).min(min, { error }).max(max, { error });
}
