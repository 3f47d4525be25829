/** Secrets of digits alone, by the number that a server makes of them. */
export interface SecretNumbers {
  readonly add: (value: string) => void;
  readonly remove: (value: string) => void;
  readonly isEmpty: () => boolean;
  readonly has: (number: number) => boolean;
}

/** Of seven digits and fewer there are so many numbers that one is a secret by chance. */
const leastNumber = 10_000_000;

export function createSecretNumbers(): SecretNumbers {
  /** With how many secrets have it: those of many digits that begin alike are one number. */
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

/** The number that digits become where somebody reads them as one, if that one tells what they were. */
export function numberOf(value: string): number | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= leastNumber && Number.isFinite(number) ? number : undefined;
}
