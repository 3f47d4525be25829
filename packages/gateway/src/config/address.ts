import { expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";

const what = "a web address that starts with http:// or https://";

/**
 * A web address in the file, parsed to a `URL`. Never shown in full, since it may hold a password.
 */
export const webAddress = z
  .string({ error: expectedUnseen(what) })
  .meta({ format: "uri", pattern: "^https?://" })
  .transform((text, context) => {
    // The URL parser repairs some mistakes. Here they are refused.
    const url = /^https?:\/\/[^\s/]\S*$/i.test(text) ? URL.parse(text) : null;
    if (url !== null) return url;
    context.addIssue({ code: "custom", message: `Expected ${what} and is well formed.` });
    return z.NEVER;
  });

/** Formats an address for messages, without user, password, query and fragment. */
export function addressOf(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
