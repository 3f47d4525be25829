import { isMap, isSeq, parseDocument } from "yaml";
import { z } from "zod";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import { keySchema } from "./server.ts";

const empty = "keys: []\n...\n";

/** Returns the text of a keys file with one more key. Comments stay. Undefined: there is no file. */
export function withKey(text: string | undefined, key: StaticKey): string {
  const document = parseDocument(text ?? empty);
  const keys = document.get("keys");
  // An empty list is written in one line, and would stay so.
  if (isSeq(keys) && keys.items.length === 0) keys.flow = false;
  document.addIn(["keys"], document.createNode(entryOf(key), { flow: true }));
  return document.toString(layout);
}

/** Returns the text of a keys file without one of its keys. */
export function withoutKey(text: string, name: string): string {
  const document = parseDocument(text);
  const keys = document.get("keys");
  if (isSeq(keys)) {
    keys.items = keys.items.filter((each) => !isMap(each) || each.get("name") !== name);
  }
  return document.toString(layout);
}

/** Returns what is wrong with the name of a new key. Undefined if nothing is. */
export function nameProblem(name: string): string | undefined {
  const parsed = keySchema.shape.name.safeParse(name);
  return parsed.success ? undefined : z.flattenError(parsed.error).formErrors[0];
}

const layout = { lineWidth: 0 };

function entryOf({ name, sha256, roles, tenant, isSystem, expiresAt }: StaticKey) {
  return {
    name,
    sha256,
    ...(roles.length > 0 && { roles }),
    ...(tenant !== undefined && { tenant }),
    ...(isSystem && { system: true }),
    ...(expiresAt !== undefined && { expires: new Date(expiresAt).toISOString() }),
  };
}
