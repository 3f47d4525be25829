import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { StaticKey } from "../identity/static-keys.ts";
import { keySchema } from "./authority.ts";
import { readYaml } from "./document.ts";
import { doubles, entries } from "./entries.ts";
import { keysAndValues, listOf } from "./pieces.ts";
import { schemaProblems } from "./problems.ts";
import { hasEnd, noEnd } from "./whole-text.ts";
import { pathText } from "./wording.ts";

const fileSchema = z.strictObject({ keys: listOf(keySchema, "keys") }, keysAndValues);

export type KeysReading =
  | { readonly kind: "keys"; readonly keys: readonly StaticKey[] }
  /** In the order in which they were found. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

/** Reads the keys that a file has. Those of `others` have their names already. */
export function readKeysFile(text: string, others: readonly StaticKey[]): KeysReading {
  const { value, flaws } = readYaml(text);
  if (value === undefined || flaws.length > 0) return invalid(flaws.map(({ message }) => message));
  if (!hasEnd(text)) return invalid([noEnd]);
  const parsed = fileSchema.safeParse(value);
  const keys = (parsed.data?.keys ?? []).map(toKey);
  const problems = [...mistakesIn(value, parsed.error), ...clashes(keys, others)];
  return problems.length > 0 ? invalid(problems) : { kind: "keys", keys };
}

function mistakesIn(value: JsonObject, error: z.ZodError | undefined): readonly string[] {
  const given = entries(value, [], "keys");
  return [
    ...schemaProblems(fileSchema, error?.issues ?? []),
    ...doubles(given, ["name"]),
    ...doubles(given, ["sha256"]),
  ].map(({ path, message }) => `${pathText(path)}: ${message}`);
}

function invalid(problems: readonly string[]): KeysReading {
  return { kind: "invalid", problems };
}

function clashes(keys: readonly StaticKey[], others: readonly StaticKey[]): readonly string[] {
  return keys.some((key) => others.some((other) => isLike(key, other)))
    ? ["A key of the configuration has the same name or is the same."]
    : [];
}

export function toKey({ system: isSystem, ...key }: z.output<typeof keySchema>): StaticKey {
  return { ...key, isSystem };
}

function isLike(key: StaticKey, other: StaticKey): boolean {
  return key.name === other.name || key.sha256.toLowerCase() === other.sha256.toLowerCase();
}
