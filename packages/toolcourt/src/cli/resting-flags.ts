/**
 * Returns V8 flags that keep the code warm between bursts of calls.
 *
 * When idle, V8 saves memory: it drops unused hidden classes, discards the compiled code that
 * depends on them, and shrinks the young generation. The next thousands of calls then cost up to
 * twice as much. See `docs/decisions/0015-warm-after-a-rest.md`.
 */
export function restingFlags(v8: string): readonly string[] {
  // Other versions may not know the flags and would print a warning.
  return v8.startsWith(triedWith) ? flags : [];
}

const triedWith = "13.";

const flags = [
  // V8 still collects garbage when idle, but not as if memory were short.
  "--no-memory-reducer-favors-memory",
  // The default is two, and a single idle period already has two collections.
  "--retain-maps-for-n-gc=1000",
  // A full mark pays off only once the heap has doubled.
  "--heap-growing-percent=100",
];
