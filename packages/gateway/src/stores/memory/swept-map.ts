export interface SweptMap<Value> {
  readonly get: (key: string, now: number) => Value | undefined;
  readonly set: (key: string, value: Value, now: number) => void;
}

/**
 * Creates a map that sweeps out expired entries whenever it has doubled, so it stays bounded by
 * use.
 */
export function createSweptMap<Value>(
  isOver: (value: Value, now: number) => boolean,
): SweptMap<Value> {
  const least = 1_000;
  const values = new Map<string, Value>();
  let sweepAt = least;

  const sweep = (now: number): void => {
    for (const [key, value] of values) if (isOver(value, now)) values.delete(key);
    sweepAt = Math.max(least, values.size * 2);
  };
  return {
    get: (key, now) => {
      const value = values.get(key);
      return value === undefined || isOver(value, now) ? undefined : value;
    },
    set: (key, value, now) => {
      values.set(key, value);
      if (values.size > sweepAt) sweep(now);
    },
  };
}
