/** How large values are: the most that lies side by side, and everything together. */
export interface Weight {
  /** The longest list, or the map with the most keys. */
  readonly longest: number;
  /** Values and characters, and what it takes to find keys among many. */
  readonly size: number;
}

/** Weighs on a scale that may hold something already. */
export function weigh(value: unknown, { longest, size }: Weight = nothing): Weight {
  const scale = { longest, size };
  // Not by recursion: whoever calls decides how deep the arguments are.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const here = open.pop();
    scale.size += typeof here === "string" ? here.length + 1 : 1;
    if (typeof here === "object" && here !== null) unpack(here, open, scale);
  }
  return scale;
}

const nothing: Weight = { longest: 0, size: 0 };

/** Beyond so many keys the engine keeps an object in another way, and to find one is as slow as so many characters. */
const many = { keys: 1_000, steps: 50 };

function unpack(here: object, open: unknown[], scale: { longest: number; size: number }): void {
  if (Array.isArray(here)) {
    scale.longest = Math.max(scale.longest, here.length);
    for (const value of here) open.push(value);
    return;
  }
  // Of an object with many keys the list of values takes several times as long as all values by their keys.
  const keys = Object.keys(here);
  scale.longest = Math.max(scale.longest, keys.length);
  if (keys.length > many.keys) scale.size += keys.length * many.steps;
  for (const key of keys) {
    scale.size += key.length;
    open.push(Reflect.get(here, key));
  }
}
