import type { Random } from "./random.ts";

/**
 * Chooses among options so that each has its turn: every value of an `enum`, every branch, every
 * bound is tried before one is tried again. Counted by the schema that offers them.
 */
export interface Choices {
  /** The options in the order in which they should be tried. */
  readonly order: (owner: object, label: string, count: number) => readonly number[];
  /** Notes that an option was taken. */
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
