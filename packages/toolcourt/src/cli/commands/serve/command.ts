import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { recordInto } from "./open-recording.ts";

const flags = {
  config: configFlag,
  stdio: switchFlag("Talk to one client over stdin and stdout"),
  port: textFlag("n", "Listen on this port of loopback; 0 picks a free one"),
  frozenLock: switchFlag("Refuse to start if the lock would have to be written"),
  inspectable: switchFlag(
    "Start even if Node options expose the memory or connections of this process",
  ),
  record: textFlag(
    "file",
    "Add every call and its result to this file, without secrets, for toolcourt adopt",
  ),
  verbose: switchFlag("Also log the source of each tool's configuration"),
};

export const command = defineCommand({
  flags,
  notes: [
    "Without a configuration it serves the workspace tools on the current folder.",
    "Exit 0: stopped. Exit 2: could not start.",
  ],

  async run({ values }, context) {
    if (values.stdio && values.port !== undefined) {
      throw usage("Give --stdio or --port: one talks over pipes, the other listens.");
    }
    if (values.record === "") throw usage("Give --record a file.");
    const port = readWhole("--port", values.port, { min: 0, max: 65_535 });
    checkExposure(values.inspectable, context);
    await using stack = new AsyncDisposableStack();
    const opened = await openEntrance({ ...values, port }, stack, context).catch((error: unknown) =>
      logFailure(error, values.config, context),
    );
    if (opened === undefined) return 2;
    await opened.stopped;
    return 0;
  },
});

/** Logs why the start failed. Mistakes in the command line are reported as by other commands. */
async function logFailure(
  error: unknown,
  config: string | undefined,
  context: CommandContext,
): Promise<undefined> {
  if (context.signal.aborted || hasCode(error, "usage-invalid")) throw error;
  const { logFailedStart } = await import("../../failures.ts");
  await logFailedStart(error, config, context);
}

interface Wanted extends Omit<Values<typeof flags>, "port"> {
  readonly port: number | undefined;
}

/** Opens the gateway and its entrance. `stopped` resolves when both are to be closed. */
async function openEntrance(
  { config, frozenLock: frozen, record, verbose, stdio, port }: Wanted,
  stack: AsyncDisposableStack,
  context: CommandContext,
): Promise<{ readonly stopped: Promise<void> }> {
  const { terminal, signal } = context;
  const minLevel = verbose ? "debug" : "info";
  const openObserver = record === undefined ? undefined : recordInto(record, context);
  const options = { config, frozen, minLevel, openObserver } as const;
  const configured = stack.use(await openForCommand(options, context));
  const { openEntranceDeps } = await import(
    "@toolcourt/gateway/internal/compose/open-entrance-deps"
  );
  const deps = stack.use(await openEntranceDeps(configured, config, context));
  if (stdio) {
    const { listenStdio } = await import("@toolcourt/gateway/internal/edge/stdio");
    context.releaseMemory?.();
    const client = stack.use(listenStdio(deps));
    return { stopped: Promise.race([aborted(signal), client.gone]) };
  }
  const { listen } = configured.config;
  const listening = { ...listen, port: port ?? listen.port, clock: context.clock };
  const { openHttp } = await import("@toolcourt/gateway/internal/edge/http");
  // Before it listens, so that no call waits.
  context.releaseMemory?.();
  const opening = openHttp(deps, listening).catch((error: unknown) => {
    throw new Refusal("listen-failed", { port: listening.port }, { cause: error });
  });
  const { url } = stack.use(await opening);
  terminal.out(`Toolcourt listens on ${url.href}`);
  return { stopped: aborted(signal) };
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: CommandContext): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw usage(
    `Node was started with ${exposedBy.join(", ")}, which exposes the secrets of this process or its connections. Start it without, or say --inspectable.`,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
