/** The seed of one tool, so that its inputs are the same whichever tools are tested beside it. */
export function seedFor(seed: number, name: string): number {
  // FNV-1a: any spread will do, as long as it is the same on every machine.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
