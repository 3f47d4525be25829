/**
 * A mistake in the command line. `runToolcourt` turns it into a refusal that names the help of the
 * running command.
 */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

export function usage(problem: string): UsageProblem {
  return new UsageProblem(problem);
}
