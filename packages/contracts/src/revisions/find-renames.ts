import { isJsonObject, own, type ToolContract } from "@toolcourt/sdk";
import type { Rename } from "./revision.ts";

/** Limit on compared pairs. A server that changed this much has a new list, not renames. */
const maxPairs = 40_000;
const minLikeness = 0.6;

/** Finds removed tools that probably still exist under another name. */
export function findRenames(
  removed: readonly ToolContract[],
  added: readonly ToolContract[],
): readonly Rename[] {
  if (removed.length * added.length > maxPairs) return [];
  const traits = new Map([...removed, ...added].map((each) => [each, traitsOf(each)]));
  const pairs = removed.flatMap((from) =>
    added
      .filter(({ server }) => server === from.server)
      .map((to) => ({ from, to, likeness: likenessOf(traits.get(from), traits.get(to)) })),
  );
  const taken = new Set<ToolContract>();
  const renames: Rename[] = [];
  for (const { from, to, likeness } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (likeness < minLikeness || taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    renames.push({ server: from.server, from: from.name, to: to.name });
  }
  return renames;
}

interface Traits {
  readonly name: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
}

function traitsOf({ name, description, input, output }: ToolContract): Traits {
  return {
    name: wordsOf(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")),
    inputs: namesIn(input),
    outputs: namesIn(output ?? {}),
    description: wordsOf(description.slice(0, 2_000)),
  };
}

const weights: Readonly<Record<keyof Traits, number>> = {
  name: 3,
  inputs: 3,
  outputs: 2,
  description: 2,
};

/** Returns the similarity from 0 to 1. Traits that both lack do not count. */
function likenessOf(first: Traits | undefined, second: Traits | undefined): number {
  if (first === undefined || second === undefined) return 0;
  let [sum, weight] = [0, 0];
  for (const trait of ["name", "inputs", "outputs", "description"] as const) {
    const [one, other] = [first[trait], second[trait]];
    if (one.size === 0 && other.size === 0) continue;
    weight += weights[trait];
    sum += weights[trait] * (one.intersection(other).size / one.union(other).size);
  }
  return weight === 0 ? 0 : sum / weight;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function namesIn(schema: ToolContract["input"]): ReadonlySet<string> {
  const properties = own(schema, "properties");
  return new Set(isJsonObject(properties) ? Object.keys(properties) : []);
}
