import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Place } from "@toolcourt/gateway/internal/edge/http";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { aborted } from "./aborted.ts";
import { recordInto } from "./open-recording.ts";
import { joinWorkers, type WorkerMember } from "./own-worker.ts";

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
    const wanted = { ...values, port };
    const failed = (error: unknown) => logFailure(error, values.config, context);
    if (!values.stdio) {
      const code = await serveWithOthers(wanted, context).catch(failed);
      if (code !== "alone") return code ?? 2;
    }
    await using stack = new AsyncDisposableStack();
    const opened = await openEntrance(wanted, stack, context).catch(failed);
    if (opened === undefined) return 2;
    await opened.stopped;
    return 0;
  },
});

/** Serves with several processes, if the configuration asks for them. */
async function serveWithOthers(
  wanted: Wanted,
  context: CommandContext,
): Promise<ExitCode | "alone"> {
  const { serveByWorkers, workersAsked } = await import("./workers.ts");
  const asked = await workersAsked(wanted, context);
  return asked === undefined ? "alone" : serveByWorkers(asked, wanted, context);
}

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
  const { signal } = context;
  const minLevel = verbose ? "debug" : "info";
  const openObserver = record === undefined ? undefined : recordInto(record, context);
  const { member, ...quiet } = await joinedTo(context);
  const options = { config, frozen, minLevel, openObserver, ...member?.flags } as const;
  const configured = stack.use(await openForCommand(options, quiet));
  const { openEntranceDeps } = await import(
    "@toolcourt/gateway/internal/compose/open-entrance-deps"
  );
  const deps = stack.use(
    await openEntranceDeps(configured, config, { ...quiet, ...member?.means }),
  );
  if (stdio) {
    const { listenStdio } = await import("@toolcourt/gateway/internal/edge/stdio");
    context.tuneEngine?.();
    const client = stack.use(listenStdio(deps));
    return { stopped: Promise.race([aborted(signal), client.gone]) };
  }
  const { listen } = configured.config;
  const place = { ...listen, port: port ?? listen.port };
  stack.use(await openPort(deps, { ...place, clock: context.clock }, { context, member }));
  return { stopped: aborted(signal) };
}

/** Joins the other workers, if this process is one of them. */
async function joinedTo(
  context: CommandContext,
): Promise<CommandContext & { readonly member?: WorkerMember }> {
  const { ownWorker } = context;
  if (ownWorker === undefined) return context;
  const member = await joinWorkers(ownWorker, context);
  return { ...context, terminal: member.terminal, member };
}

interface PortDeps {
  readonly context: CommandContext;
  readonly member: WorkerMember | undefined;
}

/** Opens the HTTP entrance, and tells where it is: the user, or the process that started this one. */
async function openPort(
  deps: EntranceDeps,
  place: Place,
  { context, member }: PortDeps,
): Promise<AsyncDisposable> {
  const { openHttp } = await import("@toolcourt/gateway/internal/edge/http");
  // Before it listens, so that no call waits.
  context.tuneEngine?.();
  const opening = openHttp(member?.entranceOf(deps) ?? deps, {
    ...place,
    siblings: member?.siblings,
  });
  const listening = await opening.catch((error: unknown) => {
    throw new Refusal("listen-failed", { port: place.port }, { cause: error });
  });
  if (member === undefined) context.terminal.out(`Toolcourt listens on ${listening.url.href}`);
  else await member.serves(listening.url);
  return listening;
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: CommandContext): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw usage(
    `Node was started with ${exposedBy.join(", ")}, which exposes the secrets of this process or its connections. Start it without, or say --inspectable.`,
  );
}
