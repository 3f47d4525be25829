/** All-digit secrets, by the number a server may convert them to. */
export interface SecretNumbers {
  readonly add: (value: string) => void;
  readonly remove: (value: string) => void;
  readonly isEmpty: () => boolean;
  readonly has: (number: number) => boolean;
}

/** Smaller numbers are so common that one would equal a secret by chance. */
const leastNumber = 10_000_000;

export function createSecretNumbers(): SecretNumbers {
  /** Reference counts: long secrets with the same leading digits round to one number. */
  const numbers = new Map<number, number>();
  return {
    add: (value) => {
      const number = numberOf(value);
      if (number !== undefined) numbers.set(number, (numbers.get(number) ?? 0) + 1);
    },
    remove: (value) => {
      const number = numberOf(value);
      if (number === undefined) return;
      const left = (numbers.get(number) ?? 0) - 1;
      if (left > 0) numbers.set(number, left);
      else numbers.delete(number);
    },
    isEmpty: () => numbers.size === 0,
    has: (number) => numbers.has(Math.abs(number)),
  };
}

/** Returns the number that these digits parse to, if it is large enough to identify them. */
export function numberOf(value: string): number | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= leastNumber && Number.isFinite(number) ? number : undefined;
}
