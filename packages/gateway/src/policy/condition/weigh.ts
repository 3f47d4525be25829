/** How large values are: the most that lies side by side, and everything together. */
export interface Weight {
  /** The longest list, or the map with the most keys. */
  readonly longest: number;
  /** Values and characters. */
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

function unpack(here: object, open: unknown[], scale: { longest: number; size: number }): void {
  const isList = Array.isArray(here);
  const values: readonly unknown[] = isList ? here : Object.values(here);
  scale.longest = Math.max(scale.longest, values.length);
  for (const value of values) open.push(value);
  if (!isList) for (const key of Object.keys(here)) scale.size += key.length;
}
