export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = "TOOLCOURT_AZURE_";

/** The variables of a part. One of several in a list is enough. */
type Needs = readonly (string | readonly string[])[];

/** A part of the smoke test that runs only if its variables are set. */
export interface Part {
  readonly name: string;
  readonly needs: Needs;
  /** Returns lines to print, and whether something failed. */
  readonly run: () => Promise<Finished>;
}

export interface Finished {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

export interface Outcome {
  readonly ran: number;
  readonly failed: number;
}

/** Runs the parts one after the other. A part without its variables is skipped by name. */
export async function runParts(
  parts: readonly Part[],
  environment: Environment,
  print: (line: string) => void,
): Promise<Outcome> {
  let ran = 0;
  let failed = 0;
  for (const part of parts) {
    const missing = missingOf(part.needs, environment);
    if (missing !== undefined) {
      print(`skipped: ${part.name} (${missing})`);
      continue;
    }
    const finished = await part.run();
    ran += 1;
    failed += finished.failed ? 1 : 0;
    for (const line of finished.lines) print(line);
    print(`${finished.failed ? "failed" : "ok"}: ${part.name}`);
  }
  return { ran, failed };
}

/** Without any variable there is nothing to do. With some, a run of nothing is a mistake. */
export function exitCodeOf({ ran, failed }: Outcome, environment: Environment): 0 | 1 {
  if (failed > 0) return 1;
  const isAnySet = Object.keys(environment).some((name) => name.startsWith(prefix) && isSet(name));
  return ran > 0 || !isAnySet ? 0 : 1;

  function isSet(name: string): boolean {
    return (environment[name] ?? "") !== "";
  }
}

/** Returns the value of a variable by its name without the prefix. An empty one counts as not set. */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[`${prefix}${name}`];
  return value === "" ? undefined : value;
}

function missingOf(needs: Needs, environment: Environment): string | undefined {
  const missing = needs
    .map((need) => (typeof need === "string" ? [need] : need))
    .filter((names) => names.every((name) => valueOf(environment, name) === undefined))
    .map((names) => names.map((name) => `${prefix}${name}`).join(" or "));
  if (missing.length === 0) return undefined;
  return `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set`;
}
