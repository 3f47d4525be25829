import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { minContextKeyLength, own } from "@toolcourt/sdk";
import { z } from "zod";
import { modes } from "../catalog/tool-config.ts";
import { defaultClausesOf } from "../pipeline/clause-counters.ts";
import { statedExtensions } from "../protocol/extensions.ts";
import { maxTools } from "../upstreams/ask.ts";
import type { Transport } from "../upstreams/transport.ts";
import { askings } from "../upstreams/upstream.ts";
import { toChildEnvironment, variableProblems } from "./child-environment.ts";
import { type Entry, isText, problem } from "./entries.ts";
import { connectionProblems, exchangeProblems, toConnection } from "./mcp-connection.ts";
import { headerProblems, toHeaders } from "./mcp-headers.ts";
import {
  type ContextSettings,
  clauses,
  type OfferingDefaults,
  offering,
  offeringProblems,
  type ServerConfig,
  toOffering,
  toolSettings,
} from "./offering.ts";
import {
  addressOf,
  anyText,
  choice,
  fullText,
  keysAndValues,
  listOf,
  nameOf,
  referringAddress,
  trueOrFalse,
  wholeBetween,
} from "./pieces.ts";
import { sandbox, sandboxProblems, toSandbox } from "./sandbox.ts";
import {
  type Environment,
  type Expansion,
  expanded,
  expandVariables,
  variableName,
} from "./variables.ts";

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

const variableError = expected("the name of a variable: letters, digits and underscores");
const variable = z.string({ error: variableError }).regex(variableName, { error: variableError });

/** An entry of `toolbox.mcps`. */
export const mcpSchema = z
  .strictObject(
    {
      name: nameOf("the name of the server"),
      transport: choice(transports),
      url: z.exactOptional(referringAddress),
      headers: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
      connection: z.exactOptional(fullText),
      exchange: z.exactOptional(fullText),
      command: z.exactOptional(fullText),
      args: z.exactOptional(listOf(anyText, "texts")),
      env: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
      env_file: z.exactOptional(fullText),
      inherit_env: z.exactOptional(listOf(variable, "names of variables")),
      cwd: z.exactOptional(fullText),
      file_hashes: z.exactOptional(z.record(z.string(), sha256, keysAndValues)),
      sandbox: z.exactOptional(sandbox),
      mode: choice(modes),
      default_tool_config: z.nullish(z.strictObject(toolSettings, keysAndValues)),
      prompts: listOf(fullText, "names of prompts").default([]),
      clauses: clauses.prefault({}),
      allowed_requests: listOf(choice(askings), "kinds of requests").default(["elicitation"]),
      extensions: listOf(choice(statedExtensions), "extensions").default([]),
      max_tools: wholeBetween("a whole number", 1, 10_000).default(maxTools),
      resources: z.exactOptional(choice(["all", "none"])),
      quote_errors: z.exactOptional(trueOrFalse),
      pass_context: trueOrFalse.default(false),
      context_key: z.exactOptional(fullText),
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
    extensions: mcp.extensions,
    maxTools: mcp.max_tools,
    resources: mcp.resources ?? resourcesOf[mcp.mode],
    ...(mcp.quote_errors === false && { withholdsErrors: true }),
    ...(mcp.pass_context && { context: toContext(mcp, environment) }),
  };
}

function toContext({ context_key: key }: McpFile, environment: Environment): ContextSettings {
  return key === undefined ? {} : { key: expanded(key, environment) };
}

function toTransport(mcp: McpFile, environment: Environment): Transport {
  const { transport: kind, url, command, args = [], cwd, file_hashes: fileHashes } = mcp;
  if (kind !== "stdio" && url !== undefined) {
    const headers = toHeaders(mcp.headers, environment);
    return defined({ kind, url, headers, connection: toConnection(mcp.connection, mcp.exchange) });
  }
  if (kind === "stdio" && command !== undefined) {
    const child = { ...toChildEnvironment(mcp, environment), cwd, fileHashes };
    return { kind, command, args, ...child, sandbox: toSandbox(mcp.sandbox) };
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
  if (own(value, "mode") === "strict" && own(value, "quote_errors") === true) {
    yield problem(
      [...path, "quote_errors"],
      "A strict server passes only approved text, so what it writes about errors is not quoted.",
    );
  }
  yield* transportProblems(entry);
  yield* variableProblems(entry, environment);
  yield* sandboxProblems(entry);
  yield* headerProblems(entry, environment);
  yield* connectionProblems(entry);
  yield* exchangeProblems(entry);
  yield* contextProblems(entry, environment);
}

const childKeys = [
  "command",
  "args",
  "env",
  "env_file",
  "inherit_env",
  "cwd",
  "file_hashes",
  "sandbox",
];
const remoteKeys = ["url", "headers", "connection", "exchange"];

function* transportProblems({ path, value }: Entry): Generator<Problem> {
  const transport = transports.find((each) => each === own(value, "transport"));
  if (transport === undefined) return;
  const [needed, useless] = transport === "stdio" ? ["command", remoteKeys] : ["url", childKeys];
  if (own(value, needed) === undefined) {
    yield problem([...path, needed], `This is missing; transport ${transport} needs it.`);
  }
  for (const key of useless.filter((each) => own(value, each) !== undefined)) {
    yield problem([...path, key], `This has no meaning for transport ${transport}.`, "key");
  }
}

/** A key proves a context over HTTP, where any process could claim to be the gateway. */
function* contextProblems({ path, value }: Entry, environment: Environment): Generator<Problem> {
  const isPassed = own(value, "pass_context") === true;
  const isProgram = own(value, "transport") === "stdio";
  const key = own(value, "context_key");
  if (key === undefined) {
    const message = "Over HTTP the context is signed; give a `context_key`, such as ${NAME}.";
    if (isPassed && !isProgram) yield problem([...path, "pass_context"], message);
    return;
  }
  const at = [...path, "context_key"];
  if (!isPassed) yield problem(at, "This has no meaning without `pass_context: true`.", "key");
  else if (isProgram) {
    const message = "This has no meaning for transport stdio; the gateway makes a key.";
    yield problem(at, message, "key");
  } else if (isText(key)) yield* keyProblems(at, expandVariables(key, environment));
}

function* keyProblems(at: readonly (string | number)[], key: Expansion): Generator<Problem> {
  if (key.kind === "refused") yield problem(at, key.problem);
  else if (key.text.length < minContextKeyLength) {
    yield problem(at, `Use a key of at least ${minContextKeyLength} characters.`);
  }
}
