import { effectiveSettings } from "../../config/effective.ts";
import type { Origin } from "../../config/load.ts";
import type { FoundConfig } from "../find-config.ts";

type Origins = ReadonlyMap<string, Origin>;

// A reload finds another configuration.
const read = new WeakMap<FoundConfig, Origins>();

/**
 * Returns where each setting is written, by its path. To read a configuration of 2,000 tools takes
 * half a second, in which a gateway answers no call: so each is read once.
 */
export function originsIn(found: FoundConfig): Origins {
  const known = read.get(found);
  if (known !== undefined) return known;
  const settings = effectiveSettings(found.text, found.source);
  const origins = new Map(settings.map(({ path, origin }) => [path, origin]));
  read.set(found, origins);
  return origins;
}
