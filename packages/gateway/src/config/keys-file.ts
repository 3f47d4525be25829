import { type Position, YamlText } from "@toolcourt/contracts/internal/documents/document";
import {
  hasEnd,
  noEnd,
  type Problem,
  schemaProblems,
} from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";
import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import { entries } from "./entries.ts";
import { keysAndValues, listOf } from "./pieces.ts";
import { keyDoubles, keySchema, toKey } from "./server.ts";

const fileSchema = z.strictObject({ keys: listOf(keySchema, "keys") }, keysAndValues);

export type KeysReading =
  | { readonly kind: "keys"; readonly keys: readonly StaticKey[] }
  /** In the order found. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

/** Parses the keys of a file. The names and hashes of `others` are taken. */
export function readKeysFile(text: string, others: readonly StaticKey[]): KeysReading {
  const yaml = new YamlText(text);
  const { value, flaws } = yaml;
  if (value === undefined || flaws.length > 0) {
    return invalid(flaws.map((flaw) => `${placeText(flaw)} ${flaw.message}`));
  }
  if (!hasEnd(text)) return invalid([`${text.split("\n").length}:1 ${noEnd}`]);
  const parsed = fileSchema.safeParse(value);
  const keys = (parsed.data?.keys ?? []).map(toKey);
  const mistakes = mistakesIn(value, parsed.error).map(
    ({ path, part, message }) =>
      `${placeText(yaml.positionOf(path, part))} ${pathText(path)}: ${message}`,
  );
  const problems = [...mistakes, ...clashes(keys, others)];
  return problems.length > 0 ? invalid(problems) : { kind: "keys", keys };
}

function placeText({ line, column }: Position): string {
  return `${line}:${column}`;
}

function mistakesIn(value: JsonObject, error: z.ZodError | undefined): readonly Problem[] {
  const given = entries(value, [], "keys");
  return [...schemaProblems(fileSchema, error?.issues ?? []), ...keyDoubles(given)];
}

function invalid(problems: readonly string[]): KeysReading {
  return { kind: "invalid", problems };
}

function clashes(keys: readonly StaticKey[], others: readonly StaticKey[]): readonly string[] {
  return keys.some((key) => others.some((other) => isLike(key, other)))
    ? ["A key of the configuration has the same name or is the same."]
    : [];
}

function isLike(key: StaticKey, other: StaticKey): boolean {
  return key.name === other.name || key.sha256.toLowerCase() === other.sha256.toLowerCase();
}
