import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasCode, isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import { explanationOf } from "@toolcourt/gateway/internal/compose/explain/explanation";
import { openConfigured } from "@toolcourt/gateway/internal/compose/open-configured";
import { programRuntime } from "@toolcourt/gateway/internal/compose/program-runtime";
import { run } from "@toolcourt/testing/terminal";
import { explanationText } from "toolcourt/internal/cli/commands/explain/text";
import { install } from "./install.ts";
import type { PublishedServer, ServerSet } from "./list.ts";

export interface HeldTool {
  readonly tool: string;
  /** The kind of hold, and the rules behind it. */
  readonly because: string;
  /** The command that `toolcourt explain` names. Unset if it names none. */
  readonly command?: string | undefined;
}

/** What a gateway makes of one server with default settings. */
export interface Measured {
  readonly server: string;
  readonly version: string;
  readonly set: ServerSet;
  /** Why it lists no tools. Unset if it lists them. */
  readonly because?: string;
  readonly tools: number;
  readonly callable: number;
  /** Callable tools whose calls need approval. */
  readonly withApproval: number;
  readonly held: readonly HeldTool[];
  /** Tools that are still held after the named commands ran. */
  readonly heldAfter: readonly string[];
}

const environment = { PATH: process.env["PATH"] ?? "" };

/** Installs a server, opens a gateway with defaults over it, and runs the commands that it names. */
export async function measure(server: PublishedServer): Promise<Measured> {
  const known = { server: server.name, version: server.version, set: server.set };
  const nothing = { tools: 0, callable: 0, withApproval: 0, held: [], heldAfter: [] };
  const place = await install(server);
  if (place.kind === "failed") return { ...known, ...nothing, because: place.because };
  const { folder } = place;
  for (const left of ["toolcourt.lock", "contracts", ".toolcourt"]) {
    rmSync(join(folder, left), { recursive: true, force: true });
  }
  writeFileSync(join(folder, "toolcourt.yaml"), JSON.stringify(configOf(server, place.command)));
  try {
    const { tools, held } = await openTools(folder);
    const callable = tools.filter(({ hold }) => hold === undefined);
    const withApproval = callable.filter(({ settings }) => settings.approval !== "none").length;
    const heldAfter = await repaired(held, folder);
    const counts = { tools: tools.length, callable: callable.length, withApproval };
    return { ...known, ...counts, held, heldAfter };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...known, ...nothing, because: `${error.code}: ${reasonIn(error)}` };
  }
}

/** Defaults only: what a user has to write, and nothing else. */
function configOf({ name, args, env }: PublishedServer, command: string): object {
  const given = { ...(args.length > 0 && { args }), ...(Object.keys(env).length > 0 && { env }) };
  // Some servers write into the folder they start in.
  const entry = {
    name,
    transport: "stdio",
    command,
    cwd: dirname(command),
    ...given,
    mode: "dynamic",
  };
  return { toolbox: { mcps: [{ ...entry, default_tool_config: {} }] } };
}

interface Opened {
  readonly tools: readonly RegisteredTool[];
  readonly held: readonly HeldTool[];
}

/** Starts a gateway as `toolcourt serve` does, with the lock, and returns its tools. */
async function openTools(folder: string): Promise<Opened> {
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  await using configured = await openConfigured(flags, programRuntime({ folder, environment }));
  const tools = [...configured.gateway.registry.current().tools.values()];
  const held = tools.flatMap((tool) => {
    if (tool.hold === undefined) return [];
    // What `toolcourt explain` prints, without a start of the server for each tool.
    const explanation = explanationOf(tool, { ...configured, limits: undefined });
    return [heldTool(tool, explanationText(explanation, {}))];
  });
  return { tools, held };
}

function heldTool({ publicName, hold }: RegisteredTool, explained: string): HeldTool {
  const [, next = ""] = /^ {2}next +(.*)$/m.exec(explained) ?? [];
  const rules =
    hold !== undefined && "findings" in hold
      ? hold.findings
          .filter(({ rule, severity }) =>
            hold.kind === "unreviewed" ? rule.startsWith("text/") : severity === "error",
          )
          .map(({ rule }) => rule)
      : [];
  return {
    tool: publicName,
    because: [hold?.kind, ...new Set(rules)].join(" "),
    command: /toolcourt (?:adopt|lock)[^,;]*/.exec(next)?.[0],
  };
}

/** Runs the commands that the product named, and returns the tools that are still held. */
async function repaired(held: readonly HeldTool[], folder: string): Promise<readonly string[]> {
  if (held.length === 0) return [];
  for (const command of new Set(held.flatMap((each) => each.command ?? []))) {
    await run(command.split(" ").slice(1), { folder, environment });
  }
  const after = await openTools(folder);
  return after.held.map(({ tool }) => tool);
}

/** Returns the reason in one line: a refusal to connect names the server and its address first. */
function reasonIn(error: Refusal): string {
  const text = hasCode(error, "server-unreachable") ? error.details.because : error.message;
  return text.split("\n")[0]?.slice(0, 200) ?? "";
}
