import {
  expected,
  expectedOneOf,
  expectedUnseen,
} from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";

// Building blocks of the schema. All messages are our own: a library's message may quote the value.

export const keysAndValues = { error: expected("keys and values") };

export function choice<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
): z.ZodEnum<{ [Choice in Choices[number]]: Choice }> {
  return z.enum(choices, { error: expectedOneOf(choices) });
}

export function listOf<Item extends z.ZodType>(item: Item, what: string): z.ZodArray<Item> {
  return z.array(item, { error: expected(`a list of ${what}`) });
}

const positiveError = expected("a whole number of at least 1");
export const positive = z.int({ error: positiveError }).min(1, { error: positiveError });

/** A number from `min` to `max`, called `what` in messages. */
export function between(what: string, min: number, max: number): z.ZodNumber {
  const error = expected(`${what} from ${min} to ${max}`);
  return z.number({ error }).min(min, { error }).max(max, { error });
}

/** A whole number from `min` to `max`. */
export function wholeBetween(what: string, min: number, max: number): z.ZodInt {
  const error = expected(`${what} from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const port = wholeBetween("a port", 0, 65_535);

export const maxWorkers = 64;
const workersError = expected(`a whole number from 1 to ${maxWorkers}, or auto`);
const wholeWorkers = z
  .int({ error: workersError })
  .min(1, { error: workersError })
  .max(maxWorkers, { error: workersError });
/** How many processes serve one port. `auto`: one for each core. */
export const workers = z.union([wholeWorkers, z.literal("auto")], { error: workersError });

const hostError = expected("an address to listen on, such as 127.0.0.1");
export const listenHost = z
  .string({ error: hostError })
  .min(1, { error: hostError })
  .default("127.0.0.1");

/** A SHA-256 of a secret. Never shown, since it identifies the secret. */
export function hashOf(what: string): z.ZodString {
  const error = expectedUnseen(`the SHA-256 of a ${what}: 64 hexadecimal digits`);
  return z.string({ error }).regex(/^[\da-f]{64}$/i, { error });
}

// Names are shown, compared and logged, so invisible characters are refused.
export function nameOf(what: string): z.ZodString {
  const error = expected(`${what}: 1 to 128 visible characters, no space at either end`);
  return z.string({ error }).regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,128}(?<!\s)$/u, { error });
}

export const toolName = nameOf("the name of a tool");

export const anyText = z.string({ error: expectedUnseen("a text") });

export const fullText = anyText.min(1, { error: expectedUnseen("a text that is not empty") });

export const trueOrFalse = z.boolean({ error: expected("true or false") });

const addressText = "a web address that starts with http:// or https://";

/**
 * A web address in the file, parsed to a `URL`. Never shown in full, since it may hold a password.
 */
export const webAddress = addressLike({ format: "uri", pattern: "^https?://" });

/** A web address that may have references. They are filled in before. */
export const referringAddress = addressLike({ pattern: "^https?://|\\$\\{" });

function addressLike(meta: { readonly format?: "uri"; readonly pattern: string }) {
  return z
    .string({ error: expectedUnseen(addressText) })
    .meta(meta)
    .transform((text, context) => {
      // The URL parser repairs some mistakes. Here they are refused.
      const url = /^https?:\/\/[^\s/]\S*$/i.test(text) ? URL.parse(text) : null;
      if (url !== null) return url;
      context.addIssue({ code: "custom", message: `Expected ${addressText} and is well formed.` });
      return z.NEVER;
    });
}

/** Formats an address for messages, without user, password, query and fragment. */
export function addressOf(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

const sizeError = expected("a size such as 512KB or 10MB, up to 1024MB");

const factors = new Map([
  ["B", 1],
  ["KB", 1024],
  ["MB", 1024 * 1024],
]);

/** Larger values would have to fit in memory. */
const maxBytes = 1024 * 1024 * 1024;

/** A size in the file, converted to bytes. */
export const size = z
  .string({ error: sizeError })
  .meta({ pattern: "^[1-9][0-9]{0,6}(B|KB|MB)$" })
  .transform((text, context) => {
    const [, amount = "", unit = ""] = /^([1-9]\d{0,6})(B|KB|MB)$/.exec(text) ?? [];
    const bytes = Number(amount) * (factors.get(unit) ?? 0);
    if (bytes > 0 && bytes <= maxBytes) return bytes;
    context.addIssue({ code: "custom", message: sizeError({ input: text }) });
    return z.NEVER;
  });
