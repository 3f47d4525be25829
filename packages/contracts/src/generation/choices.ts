import type { Random } from "./random.ts";

/**
 * Rotates through options: every `enum` value, branch and bound is tried before any repeats.
 * Counted per schema.
 */
export interface Choices {
  /** Returns the options in the order to try them. */
  readonly order: (owner: object, label: string, count: number) => readonly number[];
  /** Records that an option was used. */
  readonly take: (owner: object, label: string, option: number) => void;
}

export function createChoices(random: Random): Choices {
  const taken = new WeakMap<object, Map<string, number[]>>();
  const countsOf = (owner: object, label: string): number[] => {
    const labels = taken.get(owner) ?? new Map<string, number[]>();
    taken.set(owner, labels);
    const counts = labels.get(label) ?? [];
    labels.set(label, counts);
    return counts;
  };
  return {
    order: (owner, label, count) => {
      const counts = countsOf(owner, label);
      return Array.from({ length: count }, (_, option) => ({
        option,
        rank: (counts[option] ?? 0) + random.next(),
      }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ option }) => option);
    },
    take: (owner, label, option) => {
      const counts = countsOf(owner, label);
      counts[option] = (counts[option] ?? 0) + 1;
    },
  };
}
