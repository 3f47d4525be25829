import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

/** Reports the first at once, and then at most one a second with their number. */
export function oncePerSecond<Because extends string>(
  { monotonic }: Runtime["clock"],
  report: (because: Because, count: number) => void,
): (because: Because) => void {
  let [count, last] = [0, -Infinity];
  return (because) => {
    count += 1;
    if (monotonic() - last < 1_000) return;
    report(because, count);
    [count, last] = [0, monotonic()];
  };
}
