/** What the suite's last page says of one scenario. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Whether it is on the list of those that we know to fail. */
  readonly expected: boolean;
}

/** Reads what the suite prints: there is no other form in which it tells it all. */
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

/** The names of the scenarios that a revision requires of a side, from the suite's own list. */
export function readRequired(list: string, side: "server" | "client"): ReadonlySet<string> {
  const title = side === "server" ? "Server scenarios" : "Client scenarios";
  const [, after = ""] = list.split(title);
  const [block = ""] = after.split("\n\n");
  return new Set([...block.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name));
}
