/** The size of values: the longest collection, and the total. */
export interface Weight {
  /** The longest list, or the largest map by keys. */
  readonly longest: number;
  /** Values and characters, plus a penalty for lookups among many keys. */
  readonly size: number;
}

/** Adds a value to a weight. */
export function weigh(value: unknown, { longest, size }: Weight = nothing): Weight {
  const scale = { longest, size };
  // Not recursive: the caller controls the depth of the arguments.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const here = open.pop();
    scale.size += typeof here === "string" ? here.length + 1 : 1;
    if (typeof here === "object" && here !== null) unpack(here, open, scale);
  }
  return scale;
}

const nothing: Weight = { longest: 0, size: 0 };

/**
 * Above this many keys the engine switches to dictionary mode, and a lookup costs as much as this
 * many characters.
 */
const many = { keys: 1_000, steps: 50 };

function unpack(here: object, open: unknown[], scale: { longest: number; size: number }): void {
  if (Array.isArray(here)) {
    scale.longest = Math.max(scale.longest, here.length);
    for (const value of here) open.push(value);
    return;
  }
  // For an object with many keys, `Object.values` takes several times as long as lookups by key.
  const keys = Object.keys(here);
  scale.longest = Math.max(scale.longest, keys.length);
  if (keys.length > many.keys) scale.size += keys.length * many.steps;
  for (const key of keys) {
    scale.size += key.length;
    open.push(Reflect.get(here, key));
  }
}
