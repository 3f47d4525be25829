import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import {
  type CommandContext,
  type ExitCode,
  type Terminal,
  UsageProblem,
  usage,
} from "../../command.ts";
import { whyUnlisted } from "../../live-targets.ts";
import { count, createPaint, shellWord, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { type AdoptWishes, adoptServer } from "./adopt-server.ts";
import type { Adoption } from "./adopt-tools.ts";
import { type AdoptedServer, findAdopted } from "./server.ts";
import { adoptValue } from "./text.ts";

export interface AllWishes extends Omit<AdoptWishes, "only" | "recorded"> {
  readonly config: string | undefined;
  readonly profile: readonly string[];
  readonly json: boolean;
}

/** The result for one server: its tools, or why it was not adopted. */
export type ServerAdoption =
  | { readonly server: string; readonly adoptions: readonly Adoption[] }
  | { readonly server: string; readonly because: string };

/** Adopts the tools of every configured server. A server that fails does not stop the others. */
export async function adoptAll(wishes: AllWishes, context: CommandContext): Promise<ExitCode> {
  const all = await adoptEach(wishes, context);
  const { terminal } = context;
  terminal.out(wishes.json ? allJson(all, wishes) : allText(all, wishes, terminal));
  const isDone = all.every(
    (each) => "adoptions" in each && each.adoptions.every(({ callable }) => callable),
  );
  if (isDone) return 0;
  return all.some((each) => "adoptions" in each) ? 1 : 2;
}

/** Each is a process or a connection. More at once would slow each other down. */
const maxAtOnce = 4;

/** Returns one result for each server, in the order of the configuration. */
export async function adoptEach(
  wishes: AllWishes,
  context: CommandContext,
): Promise<readonly ServerAdoption[]> {
  const names = await serverNames(wishes.config, context);
  if (names.length === 0) throw usage("The configuration has no server to adopt.");
  const found = new Map<string, ServerAdoption>();
  const waiting = names.values();
  const work = async (): Promise<void> => {
    for (const name of waiting) {
      context.terminal.progress(`Adopting ${printable(name)}`);
      found.set(name, await adoptNamed(name, wishes, context));
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  context.terminal.progress("");
  return names.flatMap((name) => found.get(name) ?? []);
}

async function serverNames(
  config: string | undefined,
  context: CommandContext,
): Promise<readonly string[]> {
  const { text, source } = await findConfig(config, context);
  const { toolbox } = loadConfig(text, { ...source, opensNoServer: true });
  // HTTP tools declare their output.
  return toolbox.servers
    .filter(({ transport }) => transport.kind !== "http_tools")
    .map(({ name }) => name);
}

/** Long enough for a command that downloads its package first. Calls take their own time. */
const maxMs = 60_000;
const maxLiveMs = 300_000;

async function adoptNamed(
  name: string,
  wishes: AllWishes,
  context: CommandContext,
): Promise<ServerAdoption> {
  const { clock, signal } = context;
  const ms = wishes.live ? maxLiveMs : maxMs;
  let server: AdoptedServer | undefined;
  try {
    return await withTimeout({ clock, ms, signal }, async (within) => {
      // The reason becomes part of the summary instead.
      const quiet = { ...context.terminal, err: () => undefined, progress: () => undefined };
      const inside = { ...context, signal: within, terminal: quiet };
      const { config, profile } = wishes;
      const naming = { positionals: [name], command: undefined, name: undefined, config, profile };
      server = await findAdopted(naming, inside);
      const one = { ...wishes, only: [], recorded: [] };
      return { server: name, adoptions: await adoptServer(server, one, inside) };
    });
  } catch (error) {
    signal.throwIfAborted();
    return { server: name, because: whyNot(error, { server, ms }) };
  }
}

/** Explains a failure in our own words. Throws what is a bug. */
function whyNot(
  error: unknown,
  { server, ms }: { readonly server: AdoptedServer | undefined; readonly ms: number },
): string {
  if (error instanceof TimeoutError) return `it took longer than ${ms / 1_000} s`;
  if (isRefusal(error) && error.code === "file-unreadable" && server !== undefined) {
    return whyUnlisted(error.cause, server.transport);
  }
  if (isRefusal(error) || error instanceof UsageProblem) return sentence(error.message);
  throw error;
}

function sentence(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, " ").replace(/\.$/, "");
}

function allJson(all: readonly ServerAdoption[], { dryRun }: Pick<AllWishes, "dryRun">): string {
  const servers = all.map((each) =>
    "adoptions" in each ? adoptValue({ ...each, dryRun }) : { ...each, next: nextFor(each.server) },
  );
  return printableJson({ dryRun, servers });
}

function nextFor(server: string): string {
  return `toolcourt adopt ${shellWord(server)}`;
}

/** Formats a row for each server, why others failed, and the next steps. */
export function allText(
  all: readonly ServerAdoption[],
  { dryRun }: Pick<AllWishes, "dryRun">,
  terminal: Pick<Terminal, "color" | "suggest">,
): string {
  const adopted = all.filter((each) => "adoptions" in each);
  const failed = all.filter((each) => "because" in each);
  const [head = "", ...rows] = tableRows([heads, ...adopted.map(cellsOf)]);
  const written = adopted.flatMap(({ adoptions }) => adoptions).filter(isWritten).length;
  return [
    ...(adopted.length === 0 ? [] : [createPaint(terminal)("bold", head), ...rows, ""]),
    `${count(adopted.length, "server")} of ${all.length} adopted. ${dryRun ? "Would write" : "Wrote"} ${count(written, "overlay")}.`,
    ...failed.flatMap(({ server, because }) => [
      `${printable(server)} was not adopted: ${printable(because)}.`,
      `  ${printable(suggested(nextFor(server), terminal))}`,
    ]),
    ...(written === 0 || dryRun
      ? []
      : [
          "Review the overlays in contracts, then see what applies and lock it:",
          `  ${suggested("toolcourt lock", terminal)}`,
        ]),
  ].join("\n");
}

const heads = ["SERVER", "TOOLS", "CALLABLE BEFORE", "CALLABLE NOW", "WITH APPROVAL", "OVERLAYS"];

function cellsOf(one: Extract<ServerAdoption, { adoptions: unknown }>): readonly string[] {
  const { server, adoptions } = one;
  const counted = (is: (adoption: Adoption) => boolean): string =>
    String(adoptions.filter(is).length);
  return [
    printable(server),
    String(adoptions.length),
    counted(({ wasCallable }) => wasCallable),
    counted(({ callable }) => callable),
    counted(({ withApproval }) => withApproval),
    counted(isWritten),
  ];
}

function isWritten({ state }: Adoption): boolean {
  return state === "written";
}
