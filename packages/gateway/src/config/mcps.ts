import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { modes } from "../catalog/tool-config.ts";
import { defaultClausesOf } from "../pipeline/clause-counters.ts";
import type { Transport } from "../upstreams/transport.ts";
import { askings } from "../upstreams/upstream.ts";
import { type Entry, isText, problem } from "./entries.ts";
import {
  clauses,
  limits,
  type OfferingDefaults,
  offering,
  offeringProblems,
  type ServerConfig,
  toOffering,
} from "./offering.ts";
import {
  addressOf,
  anyText,
  choice,
  fullText,
  keysAndValues,
  listOf,
  nameOf,
  webAddress,
} from "./pieces.ts";
import { type Environment, expandedValues, expandVariables, isVariableName } from "./variables.ts";

const transports = [
  "streamable_http",
  "sse",
  "stdio",
] as const satisfies readonly Transport["kind"][];

/** Conditions across keys, for editors. The messages are below. */
const conditions = [
  {
    if: { properties: { mode: { const: "dynamic" } }, required: ["mode"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
    then: { required: ["default_tool_config"] },
  },
  {
    if: { properties: { transport: { const: "stdio" } }, required: ["transport"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
    then: { required: ["command"] },
    else: { required: ["url"] },
  },
];

const sha256Error = expected("a SHA-256 of 64 hexadecimal digits");
const sha256 = z.string({ error: sha256Error }).regex(/^[0-9A-Fa-f]{64}$/, { error: sha256Error });

/** An entry of `toolbox.mcps`. */
export const mcpSchema = z
  .strictObject(
    {
      name: nameOf("the name of the server"),
      transport: choice(transports),
      url: z.exactOptional(webAddress),
      command: z.exactOptional(fullText),
      args: z.exactOptional(listOf(anyText, "texts")),
      env: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
      cwd: z.exactOptional(fullText),
      file_hashes: z.exactOptional(z.record(z.string(), sha256, keysAndValues)),
      mode: choice(modes),
      default_tool_config: z.nullish(z.strictObject(limits, keysAndValues)),
      prompts: listOf(fullText, "names of prompts").default([]),
      clauses: clauses.prefault({}),
      allowed_requests: listOf(choice(askings), "kinds of requests").default(["elicitation"]),
      resources: z.exactOptional(choice(["all", "none"])),
      ...offering,
    },
    keysAndValues,
  )
  .meta({ allOf: conditions });

type McpFile = z.output<typeof mcpSchema>;

/** Resources are not approved individually, and a strict server passes only approved items. */
const resourcesOf = { strict: "none", dynamic: "all" } as const;

export function toServer(
  mcp: McpFile,
  defaults: OfferingDefaults,
  environment: Environment,
): ServerConfig {
  const transport = toTransport(mcp, environment);
  const offered = toOffering(mcp, defaults);
  return {
    ...offered,
    address: transport.kind === "stdio" ? transport.command : addressOf(transport.url),
    annotations: mcp.clauses.annotations === "enforce" ? "enforce" : undefined,
    transport,
    clauses: { ...defaultClausesOf(offered.profiles), ...mcp.clauses },
    prompts: mcp.prompts,
    allowedRequests: mcp.allowed_requests,
    resources: mcp.resources ?? resourcesOf[mcp.mode],
  };
}

function toTransport(mcp: McpFile, environment: Environment): Transport {
  const { transport: kind, url, command, args = [], env = {}, cwd, file_hashes: fileHashes } = mcp;
  if (kind !== "stdio" && url !== undefined) return { kind, url };
  if (kind === "stdio" && command !== undefined) {
    return { kind, command, args, env: expandedValues(env, environment), cwd, fileHashes };
  }
  throw new TypeError("a server that cannot be reached was let through");
}

export function* mcpProblems(entry: Entry, environment: Environment): Generator<Problem> {
  const { path, value } = entry;
  yield* offeringProblems(entry);
  if (own(value, "mode") === "dynamic" && (own(value, "default_tool_config") ?? null) === null) {
    const name = own(value, "name");
    const shownName = isText(name) ? JSON.stringify(name).slice(1, -1) : "";
    yield problem(
      path,
      `MCP server '${shownName}' is configured with mode='dynamic' but missing required field 'default_tool_config' (default_tool_config is required when mode is 'dynamic')`,
    );
  }
  yield* transportProblems(entry);
  yield* variableProblems(entry, environment);
}

const childKeys = ["command", "args", "env", "cwd", "file_hashes"];

function* transportProblems({ path, value }: Entry): Generator<Problem> {
  const transport = transports.find((each) => each === own(value, "transport"));
  if (transport === undefined) return;
  const [needed, useless] = transport === "stdio" ? ["command", ["url"]] : ["url", childKeys];
  if (own(value, needed) === undefined) {
    yield problem([...path, needed], `This is missing; transport ${transport} needs it.`);
  }
  for (const key of useless.filter((each) => own(value, each) !== undefined)) {
    yield problem([...path, key], `This has no meaning for transport ${transport}.`, "key");
  }
}

function* variableProblems({ path, value }: Entry, environment: Environment): Generator<Problem> {
  const given = own(value, "env");
  if (!isJsonObject(given)) return;
  for (const [name, each] of Object.entries(given)) {
    const at = [...path, "env", name];
    if (!isVariableName(name)) {
      yield problem(at, "Name a variable by letters, digits and underscores.", "key");
    }
    const expansion = isText(each) ? expandVariables(each, environment) : undefined;
    if (expansion?.kind === "refused") yield problem(at, expansion.problem);
  }
}
