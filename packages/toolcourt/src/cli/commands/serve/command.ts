import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  readWhole,
  switchFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { recordInto } from "./open-recording.ts";

export const command = defineCommand({
  flags: {
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
  },
  notes: [
    "Without a configuration it serves the workspace tools on the current folder.",
    "Exit 0: stopped. Exit 2: could not start.",
  ],

  async run({ values }, context) {
    const { terminal, signal } = context;
    if (values.stdio && values.port !== undefined) {
      throw usage("Give --stdio or --port: one talks over pipes, the other listens.");
    }
    if (values.record === "") throw usage("Give --record a file.");
    const port = readWhole("--port", values.port, { min: 0, max: 65_535 });
    checkExposure(values.inspectable, context);
    const minLevel = values.verbose ? "debug" : "info";
    const { config, frozenLock: frozen, record } = values;
    const openObserver = record === undefined ? undefined : recordInto(record, context);
    const options = { config, frozen, minLevel, openObserver } as const;
    await using configured = await openForCommand(options, context);
    const { openEntranceDeps } = await import(
      "@toolcourt/gateway/internal/compose/open-entrance-deps"
    );
    await using deps = await openEntranceDeps(configured, config, context);

    if (values.stdio) {
      const { listenStdio } = await import("@toolcourt/gateway/internal/edge/stdio");
      await using client = listenStdio(deps);
      await Promise.race([aborted(signal), client.gone]);
      return 0;
    }
    const { listen } = configured.config;
    const listening = { ...listen, port: port ?? listen.port, clock: context.clock };
    const { openHttp } = await import("@toolcourt/gateway/internal/edge/http");
    await using entrance = await openHttp(deps, listening).catch((error: unknown) => {
      throw new Refusal("listen-failed", { port: listening.port }, { cause: error });
    });
    terminal.out(`Toolcourt listens on ${entrance.url.href}`);
    await aborted(signal);
    return 0;
  },
});

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
