import {
  configFlag,
  defineCommand,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { serve } from "./serve.ts";

const flags = {
  config: configFlag,
  stdio: switchFlag("Talk to one client over stdin and stdout"),
  endpoint: textFlag("name", "With --stdio: offer the tools of this endpoint only"),
  port: textFlag("n", "Listen on this port of loopback; 0 picks a free one"),
  console: switchFlag("Also serve the console, and print a link that opens it"),
  extMcp: switchFlag("Also answer the checks of a proxy, as server.ext_mcp says"),
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
    return serve({ ...values, port: portIn(values) }, context);
  },
});

type Given = Values<typeof flags>;

/** Flags that exclude each other, or need another one. */
const conflicts: readonly (readonly [isGiven: (given: Given) => boolean, problem: string])[] = [
  [
    ({ stdio, port }) => stdio && port !== undefined,
    "Give --stdio or --port: one talks over pipes, the other listens.",
  ],
  [
    ({ stdio, extMcp }) => stdio && extMcp,
    "Give --stdio or --ext-mcp: a proxy asks a gateway that listens.",
  ],
  [
    (given) => given.stdio && given.console,
    "Give --stdio or --console: a browser needs a gateway that listens.",
  ],
  [
    ({ stdio, endpoint }) => endpoint !== undefined && !stdio,
    "Give --endpoint with --stdio: over HTTP, each endpoint has its own path.",
  ],
  [({ record }) => record === "", "Give --record a file."],
];

function portIn(given: Given): number | undefined {
  const conflict = conflicts.find(([isGiven]) => isGiven(given));
  if (conflict !== undefined) throw usage(conflict[1]);
  return readWhole("--port", given.port, { min: 0, max: 65_535 });
}
