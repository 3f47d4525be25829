import type { Collector } from "./collect.ts";
import { domains } from "./domains.ts";
import type { OriginEntry } from "./entry.ts";
import { looseAtomsOf } from "./loose-atoms.ts";
import { namedIn, splitMessage } from "./own-words.ts";
import type { SightedCall } from "./places.ts";

/** The person's words, by signature or as the client claims. */
export interface SaidWords {
  readonly text: string;
  readonly origin: "user" | "claimed";
  readonly call: SightedCall;
}

/** Words of a person have an end. What comes later is not theirs. */
const maxOwn = 32_768;

/** Reads the words of a person. What they quoted or attached is read as a stranger's. */
export function collectWords({ text, origin, call }: SaidWords, collector: Collector): OriginEntry {
  const { own, foreign } = splitMessage(text);
  const foreignKeys: number[] = [];
  if (foreign !== "" && collector.mayRead(foreign)) {
    looseAtomsOf(foreign, (form) => collector.take(foreignKeys, domains.loose, form));
  }
  const isCut = collector.isCut;
  const keys: number[] = [];
  for (const { kind, text: name } of namedIn(own.slice(0, maxOwn))) {
    const domain = domains[origin](kind ?? "");
    if (!collector.take(keys, domain, name)) break;
  }
  // Words left out are words that nothing names, which is strict enough.
  collector.isCut = isCut;
  collector.addField(["", origin], keys);
  collector.addField(["", "third-party"], foreignKeys);
  return collector.entryOf(call);
}
