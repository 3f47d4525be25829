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

// The first two show what connections carry. The others accept weak versions of TLS, or requests
// that other programs read differently.
const connections = [
  "--tls-keylog",
  "--trace-tls",
  "--tls-min-v1.0",
  "--tls-min-v1.1",
  "--insecure-http-parser",
];
const anyCertificate = "NODE_TLS_REJECT_UNAUTHORIZED";

/** Returns the Node options and variables of this process that expose its secrets. */
export function exposingOptions(
  execArguments: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const options = environment["NODE_OPTIONS"] ?? "";
  const given = [...execArguments, ...options.split(/["\s]+/)].map(nameOf);
  const always = [...memory, ...connections];
  const exposing = given.includes(silencing) ? always : [...always, ...reports];
  const isBlind = environment[anyCertificate] === "0";
  return [
    ...exposing.filter((option) => given.includes(option)),
    ...(isBlind ? [`${anyCertificate}=0`] : []),
  ];
}

// Node accepts dashes and underscores.
function nameOf(argument: string): string {
  return argument.replace(/=.*$/s, "").replaceAll("_", "-");
}

/**
 * Returns what to type to start this program again. Only a global install has the bare name.
 * Decides by the path alone: variables of npm also reach programs that npm did not start.
 */
export function programName(started: string, folder: string): string {
  const steps = started.split(/[\\/]/);
  const at = steps.indexOf("node_modules");
  // Without `.js` it is a link in a folder of the search path. With it, it is a checkout.
  if (at === -1) return started.endsWith(".js") ? local : bare;
  const isOnce = steps[at + 1] === ".bin" || steps.includes("_npx");
  const owner = steps.slice(0, at).join("/");
  // Windows and pnpm start the file itself, for global installs too.
  const isOfFolder = folder.split(/[\\/]/).slice(0, at).join("/") === owner;
  return isOnce || isOfFolder ? local : bare;
}

const bare = "toolcourt";
const local = `npx ${bare}`;

/** Returns the program and first arguments that start this program again, from any folder. */
export function startCommand(runtime: string, started: string | undefined): readonly string[] {
  // The executable of one file is its own runtime.
  return started === undefined || started === runtime ? [runtime] : [runtime, started];
}

/** Looks up the local user. Throws if the user has only a number. */
export type WhoRuns = () => { readonly username: string };

/** Returns the operator's name for decisions. In a container a user may have only a uid. */
export function operatorName(whoRuns: WhoRuns, uid: number | undefined): string {
  try {
    return `operator:${whoRuns().username}`;
  } catch {
    return `operator:uid ${uid ?? "unknown"}`;
  }
}

/**
 * Returns V8 flags that keep the code warm between bursts of calls.
 *
 * When idle, V8 saves memory: it drops unused hidden classes, discards the compiled code that
 * depends on them, and shrinks the young generation. The next thousands of calls then cost up to
 * twice as much. See `docs/decisions/0015-warm-after-a-rest.md`.
 */
export function restingFlags(v8: string): readonly string[] {
  return isTried(v8) ? flags : [];
}

/** Tells whether our flags were tried with this V8. Others may not know them and print a warning. */
export function isTried(v8: string): boolean {
  return v8.startsWith("13.");
}

const flags = [
  // V8 still collects garbage when idle, but not as if memory were short.
  "--no-memory-reducer-favors-memory",
  // The default is two, and a single idle period already has two collections.
  "--retain-maps-for-n-gc=1000",
  // A full mark pays off only once the heap has doubled.
  "--heap-growing-percent=100",
];
