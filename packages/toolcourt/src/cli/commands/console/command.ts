import { dirname, resolve } from "node:path";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { ConsoleLink } from "@toolcourt/gateway/internal/compose/live/console-link";
import { askControl } from "@toolcourt/gateway/internal/edge/control-socket";
import { type JsonObject, own } from "@toolcourt/sdk";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  readWhole,
  textFlag,
} from "../../command.ts";
import { aborted } from "../serve/aborted.ts";
import { serve } from "../serve/serve.ts";
import { showLinks } from "./show-links.ts";

const flags = {
  config: configFlag,
  port: textFlag("n", "If none runs: listen on this port of loopback; 0 picks a free one"),
};

export const command = defineCommand({
  flags,
  notes: [
    "Prints a link that opens the console in a browser on this machine, as its operator.",
    "Asks the gateway that runs with this configuration. If none runs, it serves one with the console.",
    "Exit 0: printed, or stopped. Exit 2: the gateway cannot serve the console, or could not start.",
  ],

  async run({ values: { config, port } }, context): Promise<ExitCode> {
    const wanted = { config, port: readWhole("--port", port, { min: 0, max: 65_535 }) };
    const ask = async (): Promise<ConsoleLink | undefined> => askRunning(config, context);
    // A worker of such a gateway runs this command too.
    const first = context.ownWorker === undefined ? await ask() : undefined;
    if (first === undefined) return serve({ ...wanted, console: true }, context);
    let next: ConsoleLink | undefined = first;
    const link = async (): Promise<ConsoleLink> => {
      const made = next ?? (await ask());
      next = undefined;
      return made ?? { kind: "none", because: "starting" };
    };
    using stack = new DisposableStack();
    stack.use(await showLinks(link, context));
    if (context.onEnter !== undefined) await aborted(context.signal);
    return 0;
  },
});

/** Asks the gateways of this configuration for a link. Undefined if none runs. */
async function askRunning(
  config: string | undefined,
  { folder }: Pick<CommandContext, "folder">,
): Promise<ConsoleLink | undefined> {
  const home = resolve(folder, dirname(config ?? defaultFile));
  const answers = await askControl(home, { do: "console" });
  const links = answers.map(({ answer }) => linkIn(answer));
  const [reachable = links[0]] = links.filter((each) => !isOverPipes(each));
  return links.find(({ kind }) => kind === "link") ?? reachable;
}

function isOverPipes(link: ConsoleLink): boolean {
  return link.kind === "none" && link.because === "pipes";
}

/** A gateway of an older version knows no console. */
function linkIn(answer: JsonObject | undefined): ConsoleLink {
  const url = answer && own(answer, "url");
  if (typeof url === "string") return { kind: "link", url };
  const because = answer && own(answer, "because");
  const known = (["pipes", "beyond", "starting"] as const).find((each) => each === because);
  return { kind: "none", because: known ?? "off" };
}
