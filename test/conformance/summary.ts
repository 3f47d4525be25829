/** What the suite's last page says of one scenario. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Whether the verdict depends on it. */
  readonly scored: boolean;
}

/** Reads what the suite prints. There is no other form in which it tells what was scored. */
export function readSummary(output: string): readonly Scenario[] {
  const unscored = new Set(
    [...output.matchAll(/^ {2}[✓✗] (\S+) \([\w-]+\)/gmu)].map(([, name = ""]) => name),
  );
  return [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)].map(
    ([, name = "", passed, failed]) => ({
      name,
      passed: Number(passed),
      failed: Number(failed),
      scored: !unscored.has(name),
    }),
  );
}
