// Each lets somebody have the memory of the process, by a socket or in a file.
const memory = [
  "--inspect",
  "--inspect-brk",
  "--inspect-brk-node",
  "--inspect-wait",
  "--heapsnapshot-signal",
  "--heapsnapshot-near-heap-limit",
  "--abort-on-uncaught-exception",
];
// A report has every variable of the environment in it, unless it is told otherwise.
const reports = ["--report-on-fatalerror", "--report-on-signal", "--report-uncaught-exception"];
const silencing = "--report-exclude-env";

/** The options of Node that this process was started with and that let others read the secrets in it. */
export function exposingOptions(
  execArguments: readonly string[],
  nodeOptions = "",
): readonly string[] {
  const given = [...execArguments, ...nodeOptions.split(/["\s]+/)].map(nameOf);
  const exposing = given.includes(silencing) ? memory : [...memory, ...reports];
  return exposing.filter((option) => given.includes(option));
}

// Node takes both spellings.
function nameOf(argument: string): string {
  return argument.replace(/=.*$/s, "").replaceAll("_", "-");
}
