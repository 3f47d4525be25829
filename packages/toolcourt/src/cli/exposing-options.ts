// Each exposes the memory of the process, through a socket or a file.
const memory = [
  "--inspect",
  "--inspect-brk",
  "--inspect-brk-node",
  "--inspect-wait",
  "--heapsnapshot-signal",
  "--heapsnapshot-near-heap-limit",
  "--abort-on-uncaught-exception",
];
// A diagnostic report contains all environment variables, unless excluded.
const reports = ["--report-on-fatalerror", "--report-on-signal", "--report-uncaught-exception"];
const silencing = "--report-exclude-env";

/** Returns the Node options of this process that expose its secrets. */
export function exposingOptions(
  execArguments: readonly string[],
  nodeOptions = "",
): readonly string[] {
  const given = [...execArguments, ...nodeOptions.split(/["\s]+/)].map(nameOf);
  const exposing = given.includes(silencing) ? memory : [...memory, ...reports];
  return exposing.filter((option) => given.includes(option));
}

// Node accepts dashes and underscores.
function nameOf(argument: string): string {
  return argument.replace(/=.*$/s, "").replaceAll("_", "-");
}
