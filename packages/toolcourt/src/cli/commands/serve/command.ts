import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openEntranceDeps } from "@toolcourt/gateway/internal/compose/open-entrance-deps";
import { openHttp } from "@toolcourt/gateway/internal/edge/http";
import { listenStdio } from "@toolcourt/gateway/internal/edge/stdio";
import { type CommandContext, configFlag, defineCommand, usage } from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { recordInto } from "./open-recording.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    stdio: { type: "switch", summary: "Talk to one client over stdin and stdout" },
    port: {
      type: "text",
      value: "n",
      summary: "Listen on this port of loopback; 0 picks a free one",
    },
    frozenLock: {
      type: "switch",
      summary: "Refuse to start where the lock would have to be written",
    },
    inspectable: {
      type: "switch",
      summary: "Start although options of Node let others read the memory of this process",
    },
    record: {
      type: "text",
      value: "file",
      summary: "Add every call and its result to this file, without secrets, for toolcourt adopt",
    },
    verbose: { type: "switch", summary: "Also log how each tool's configuration came about" },
  },
  notes: [
    "Without a configuration the workspace tools are served over the current folder.",
    "Exit 0: stopped. Exit 2: could not start.",
  ],

  async run({ values }, context) {
    const { terminal, signal } = context;
    refuseMisuse(values);
    const port = portOf(values.port);
    checkExposure(values.inspectable, context);
    const least = values.verbose ? "debug" : "info";
    const { config, frozenLock: frozen, record } = values;
    const openObserver = record === undefined ? undefined : recordInto(record, context);
    const options = { config, frozen, least, openObserver } as const;
    await using configured = await openForCommand(options, context);
    await using face = await openEntranceDeps(configured, config, context);

    if (values.stdio) {
      await using client = listenStdio(face);
      await Promise.race([aborted(signal), client.gone]);
      return 0;
    }
    const { listen } = configured.config;
    const place = { ...listen, port: port ?? listen.port, clock: context.clock };
    await using entrance = await openHttp(face, place).catch((error: unknown) => {
      throw new Refusal("listen-failed", { port: place.port }, { cause: error });
    });
    terminal.out(`Toolcourt listens on ${entrance.url.href}`);
    await aborted(signal);
    return 0;
  },
});

function refuseMisuse({
  stdio,
  port,
  record,
}: {
  readonly stdio: boolean;
  readonly port: string | undefined;
  readonly record: string | undefined;
}): void {
  if (stdio && port !== undefined) {
    throw usage("Give --stdio or --port: one talks over pipes, the other listens.");
  }
  if (record === "") throw usage("Give --record a file.");
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: CommandContext): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw usage(
    `Node was started with ${exposedBy.join(", ")}, which lets others read the secrets of this process. Start it without, or say --inspectable.`,
  );
}

function portOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw usage("Give --port a number from 0 to 65535.");
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
