/**
 * Calls come in bursts. V8 uses the rest between two of them to save memory: it lets go of every hidden class
 * that no object has just then, throws away the compiled code that counts on it, and makes the room for new
 * objects small. The thousands of calls after that cost up to twice as much, so it is asked for less:
 * `docs/decisions/0015-warm-after-a-rest.md`.
 */
export function restingFlags(v8: string): readonly string[] {
  // Another one may not know them, and would say so to the user.
  return v8.startsWith(triedWith) ? flags : [];
}

const triedWith = "13.";

const flags = [
  // Garbage is still collected in a rest, but not as if memory had run out.
  "--no-memory-reducer-favors-memory",
  // By default two, which a single rest has.
  "--retain-maps-for-n-gc=1000",
  // To mark everything that lives is worth it when as much again has been added.
  "--heap-growing-percent=100",
];
