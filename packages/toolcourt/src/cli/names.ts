import type { Unknown } from "@toolcourt/contracts/internal/errors/catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut, nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { reservedNames } from "@toolcourt/gateway/internal/catalog/reserved-names";
import type { Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { type ProfileName, profileNames } from "@toolcourt/sdk/rules";
import type { Terminal } from "./command.ts";

/** Describes an unknown name for a refusal. Truncates long names. */
export function unknown(given: string, candidates: readonly string[]): Unknown {
  const guess = nearest(given, candidates);
  return { given: cut(given), ...(guess === undefined ? {} : { nearest: guess }) };
}

/** Returns the given profiles. Default: `core`. */
export function readProfiles(given: readonly string[]): readonly ProfileName[] {
  const profiles = given.map((name) => {
    const profile = profileNames.find((known) => known === name);
    if (profile === undefined) throw new Refusal("profile-unknown", unknown(name, profileNames));
    return profile;
  });
  return profiles.length === 0 ? ["core"] : profiles;
}

/** Longer lists do not help. */
const maxNames = 20;

/** Suggests the nearest tool, or lists the available ones. */
export function suggestTool(name: string, { tools }: Snapshot, terminal: Terminal): void {
  const names = [...tools.keys()];
  if (names.length === 0 || tools.has(name) || reservedNames.has(name)) return;
  const guess = nearest(name, names);
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
  const all = `The tools here: ${names.slice(0, maxNames).join(", ")}${rest}.`;
  terminal.err(printable(guess === undefined ? all : `Did you mean ${guess}?`));
}
