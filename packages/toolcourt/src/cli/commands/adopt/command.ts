import { printable, printableLines } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { readRecording } from "../../../authoring/adopting/record-calls.ts";
import type { Sample } from "../../../authoring/adopting/sample.ts";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  jsonFlag,
  listFlag,
  readWhole,
  switchFlag,
  type Terminal,
  textFlag,
  usage,
} from "../../command.ts";
import { count } from "../../style.ts";
import { adoptServer } from "./adopt-server.ts";
import type { Adoption } from "./adopt-tools.ts";
import { type AdoptedServer, type AdoptNaming, findAdopted } from "./server.ts";
import { adoptJson, adoptText } from "./text.ts";

const flags = {
  config: configFlag,
  name: textFlag(
    "name",
    "The server's name in the configuration; required with an address or a command",
  ),
  from: listFlag(
    "file",
    "Learn from calls that toolcourt serve --record wrote; may be given several times",
  ),
  live: switchFlag("Call tools declared read-only, with inputs from their examples and schemas"),
  calls: textFlag("n", "How often --live calls one tool (default: 5)"),
  all: switchFlag("Adopt the tools of every configured server"),
  only: listFlag("tool", "Adopt this tool and no other"),
  profile: listFlag(
    "name",
    "Judge by this profile (default: what the configuration says, or core)",
  ),
  force: switchFlag("Infer output, effect, permissions and examples again"),
  dryRun: switchFlag("Print what would be written, and call nothing"),
  json: jsonFlag,
} as const;

export const command = defineCommand({
  behindDashes: "[-- command args...]",
  flags,
  notes: [
    "The server is a configured one, an address, or a command after --. The last two need --name.",
    "Overlays go to contracts/<server>/<tool>.yaml next to the configuration. Your own edits are kept.",
    "If no result was recorded, the overlay declares only the content types.",
    "With --all, a server that cannot be reached in a minute is named, and the others are adopted.",
    "For example: toolcourt adopt files --live, or toolcourt adopt files --from calls.jsonl --force.",
    "Exit 0: every tool is callable now. Exit 1: some are not. Exit 2: could not be done.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal } = context;
    const calls = readWhole("--calls", values.calls, { max: 999 }) ?? 5;
    const naming = { ...values, positionals, command: behindDashes };
    if (values.all) {
      refuseOne(naming);
      const { adoptAll } = await import("./adopt-all.ts");
      return adoptAll({ ...values, calls }, context);
    }
    const server = await findAdopted(naming, context);
    const recorded = await samplesIn(values.from, server, context);
    const adoptions = await adoptServer(server, { ...values, calls, recorded }, context);
    const summary = { server: server.server, adoptions, ...values };
    if (values.json) {
      terminal.out(adoptJson(summary));
    } else {
      if (values.dryRun) printTexts(adoptions, terminal);
      terminal.out(adoptText(summary, terminal));
    }
    return adoptions.every(({ callable }) => callable) ? 0 : 1;
  },
});

/** Refuses what names one server, or tools of one. */
function refuseOne({ positionals, command: started, name, only, from }: OneServer): void {
  const isNamed = positionals.length > 0 || started !== undefined || name !== undefined;
  if (isNamed || only.length > 0 || from.length > 0) {
    throw usage(
      "Give --all alone, or name one server. --from, --only and --name are of one server.",
    );
  }
}

interface OneServer extends AdoptNaming {
  readonly only: readonly string[];
  readonly from: readonly string[];
}

function printTexts(adoptions: readonly Adoption[], { out }: Pick<Terminal, "out">): void {
  for (const { file, text } of adoptions) {
    if (file !== undefined) out(`# ${printable(file)}\n${printableLines(text ?? "")}`);
  }
}

const maxRecordingMb = 64;

async function samplesIn(
  from: readonly string[],
  { server }: AdoptedServer,
  context: CommandContext,
): Promise<readonly Sample[]> {
  const read: (readonly Sample[])[] = [];
  for (const file of from) {
    const reading = readRecording(await readText(file, context, maxRecordingMb));
    if (reading.kind === "unreadable") {
      throw usage(
        `${labelOf(file)}:${reading.line} is no recorded call. Give --from a file that toolcourt serve --record wrote.`,
      );
    }
    const ours = reading.calls.filter((call) => call.server === server);
    const { length } = reading.calls;
    context.terminal.err(
      `${labelOf(file)}: ${ours.length} of ${count(length, "call")} are of ${printable(server)}.`,
    );
    read.push(ours);
  }
  return read.flat();
}
