import { z } from "zod";
import { expectedUnseen } from "../documents/wording.ts";

const what = "a web address that starts with http:// or https://";

/** A web address in the file, a `URL` afterwards. Never shown as it is: it may hold a password. */
export const webAddress = z
  .string({ error: expectedUnseen(what) })
  .meta({ format: "uri", pattern: "^https?://" })
  .transform((text, context) => {
    // The parser of URLs repairs what it can; what needs repair is a mistake here.
    const url = /^https?:\/\/[^\s/]\S*$/i.test(text) ? URL.parse(text) : null;
    if (url !== null) return url;
    context.addIssue({ code: "custom", message: `Expected ${what} and is well formed.` });
    return z.NEVER;
  });

/** An address as messages show it: without user, password, query and fragment. */
export function addressOf(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
