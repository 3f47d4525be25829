/** One scenario in the suite's summary. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Whether it is on our list of expected failures. */
  readonly expected: boolean;
}

/** Parses the suite's printed output, the only form that contains everything. */
export function readSummary(output: string): readonly Scenario[] {
  const known = new Set(
    [...output.matchAll(/^ {2}~ (\S+)/gm)].map(([, name = ""]) => name.replace(/:.*/, "")),
  );
  return [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)].map(
    ([, name = "", passed, failed]) => ({
      name,
      passed: Number(passed),
      failed: Number(failed),
      expected: known.has(name),
    }),
  );
}

/** Returns the scenario names that a revision requires of a side, from the suite's own list. */
export function readRequired(list: string, side: "server" | "client"): ReadonlySet<string> {
  const title = side === "server" ? "Server scenarios" : "Client scenarios";
  const [, after = ""] = list.split(title);
  const [block = ""] = after.split("\n\n");
  return new Set([...block.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name));
}
