/** Derives the seed of one tool, so its inputs do not depend on the other tools under test. */
export function seedFor(seed: number, name: string): number {
  // FNV-1a: any hash will do if it is the same on every machine.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
