import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { didYouMean, expected, type Path } from "@toolcourt/contracts/internal/documents/wording";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { isJsonArray, type JsonObject, own } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { z } from "zod";
import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import { type Collision, collisions, type ToolConfig } from "../catalog/tool-config.ts";
import { doubles, type Entry, entries, isText, problem, toolboxOf } from "./entries.ts";
import { httpSetProblems, httpSetSchema, toHttpSet } from "./http-sets.ts";
import { mcpProblems, mcpSchema, toServer } from "./mcps.ts";
import { profiles, type ServerConfig, toolSettings, toSettings } from "./offering.ts";
import { choice, keysAndValues, listOf, nameOf, positive, toolName } from "./pieces.ts";
import type { Environment } from "./variables.ts";

const tool = z.strictObject(
  {
    name: toolName,
    server: z.exactOptional(nameOf("the name of an MCP server")),
    ...toolSettings,
  },
  keysAndValues,
);

const localError = expected("workspace, or a module as a path that starts with ./, ../ or /");
const local = z
  .string({ error: localError })
  .regex(/^(workspace|(\.{0,2}|[A-Za-z]:)[\\/].+)$/, { error: localError });

export const toolboxSchema = z.strictObject(
  {
    max_concurrent: positive.default(10),
    profile: z.exactOptional(profiles),
    local: listOf(local, "local tools").default([]),
    tools: listOf(tool, "tools").default([]),
    mcps: listOf(mcpSchema, "MCP servers").default([]),
    http: listOf(httpSetSchema, "sets of HTTP tools").default([]),
    // Without it, the profiles of the servers that collide decide.
    collision: z.exactOptional(choice(collisions)),
  },
  keysAndValues,
);

export interface ToolboxConfig {
  readonly maxConcurrent: number;
  readonly localProfiles: readonly ProfileName[];
  /** `workspace`, or paths of modules that export tools. */
  readonly local: readonly string[];
  readonly tools: readonly ToolConfig[];
  readonly servers: readonly ServerConfig[];
  /** Default: `last-wins` between servers that all name the profile `registry`, else `qualify`. */
  readonly collision?: Collision | undefined;
}

/** A dynamic server is trusted to add tools, also untyped ones. What we run ourselves is not. */
const profilesOf = {
  strict: { profiles: ["core"] },
  dynamic: { profiles: ["registry"], isProfileByMode: true },
} as const;

/** Converts the toolbox. `rules` are the redaction rules of all servers. */
export function toToolbox(
  file: z.output<typeof toolboxSchema>,
  rules: RedactionRules,
  environment: Environment,
): ToolboxConfig {
  const named = file.profile && { profiles: file.profile };
  return {
    maxConcurrent: file.max_concurrent,
    local: file.local,
    tools: file.tools.map(({ max_instances, timeout, ...same }) => {
      return { ...same, ...toSettings({ max_instances, timeout }) };
    }),
    localProfiles: file.profile ?? ["core"],
    servers: [
      ...file.mcps.map((mcp) => {
        const byMode = profilesOf[mcp.mode];
        return toServer(mcp, { rules, ...(named ?? byMode) }, environment);
      }),
      ...file.http.map((set) => toHttpSet(set, { rules, profiles: file.profile ?? ["core"] })),
    ],
    ...(file.collision !== undefined && { collision: file.collision }),
  };
}

export function* toolboxProblems(config: JsonObject, environment: Environment): Generator<Problem> {
  const myai = own(config, "myai");
  if (own(config, "toolbox") !== undefined && myai !== undefined) {
    yield problem(["myai"], "Write the toolbox either below `toolbox` or below `myai`.", "key");
  } else if (own(config, "toolbox") === undefined && myai === undefined) {
    yield problem(["toolbox"], "This is missing; expected keys and values.");
  }
  const { path, toolbox } = toolboxOf(config);
  const [tools, servers] = [entries(toolbox, path, "tools"), entries(toolbox, path, "mcps")];
  const sets = entries(toolbox, path, "http");
  yield* doubles(tools, ["name", "server"]);
  yield* doubles([...servers, ...sets], ["name"]);
  yield* unknownServers(tools, [...servers, ...sets]);
  yield* httpSetProblems(sets, config);
  yield* localTwice(toolbox, path);
  for (const server of servers) yield* mcpProblems(server, environment);
}

function* unknownServers(tools: readonly Entry[], servers: readonly Entry[]): Generator<Problem> {
  const names = servers.map(({ value }) => own(value, "name")).filter(isText);
  for (const { path, value } of tools) {
    const server = own(value, "server");
    if (!isText(server) || names.includes(server)) continue;
    const guess = didYouMean(nearest(server, names));
    yield problem([...path, "server"], `No entry of \`mcps\` or \`http\` has this name.${guess}`);
  }
}

function* localTwice(toolbox: JsonObject, path: Path): Generator<Problem> {
  const given = own(toolbox, "local");
  if (!isJsonArray(given)) return;
  for (const [index, each] of given.entries()) {
    if (isText(each) && given.indexOf(each) < index) {
      yield problem([...path, "local", index], "This is listed twice; remove one.");
    }
  }
}
