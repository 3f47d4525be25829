import { expected } from "@toolcourt/contracts/internal/documents/wording";
import type { ApprovalWish } from "@toolcourt/sdk";
import { profileNames } from "@toolcourt/sdk/rules";
import { z } from "zod";
import { collisions, modes } from "../catalog/settings.ts";
import { clauseModes, defaultClauses } from "../pipeline/clause-counters.ts";
import { hintsModes } from "../pipeline/stages/hint.ts";
import type { Transport } from "../upstreams/transport.ts";
import { askings } from "../upstreams/upstream.ts";
import { webAddress } from "./address.ts";
import {
  approvalsSchema,
  auditSchema,
  authSchema,
  connectionsSchema,
  limitsSchema,
  policySchema,
  storesSchema,
} from "./authority.ts";
import { duration } from "./duration.ts";
import { egressSchema } from "./egress.ts";
import { hostSchema } from "./host.ts";
import { httpSetKeys } from "./http-sets.ts";
import {
  choice,
  fullText,
  keysAndValues,
  listOf,
  nameOf,
  positive,
  text,
  toolName,
  trueOrFalse,
} from "./pieces.ts";
import { redactionSchema } from "./redaction.ts";
import { resultsSchema } from "./results.ts";
import { telemetrySchema } from "./telemetry.ts";

// One schema describes the file. Unknown keys are mistakes. All messages are our own: a library's
// message may quote the value.

const approvals = ["none", "caller", "operator"] as const satisfies readonly ApprovalWish[];
const transports = [
  "streamable_http",
  "sse",
  "stdio",
] as const satisfies readonly Transport["kind"][];

const limits = {
  max_instances: z.exactOptional(positive),
  timeout: z.exactOptional(duration),
};

const tool = z.strictObject(
  {
    name: toolName,
    server: z.exactOptional(nameOf("the name of an MCP server")),
    ...limits,
    approval: z.exactOptional(choice(approvals)),
  },
  keysAndValues,
);

const clauses = z.strictObject(
  {
    input: choice(clauseModes).default(defaultClauses.input),
    output: choice(clauseModes).default(defaultClauses.output),
    "output-missing": choice(clauseModes).default(defaultClauses["output-missing"]),
    "is-error-flag": choice(clauseModes).default(defaultClauses["is-error-flag"]),
    "text-agrees": choice(clauseModes).default(defaultClauses["text-agrees"]),
    size: choice(clauseModes).default(defaultClauses.size),
    annotations: choice(clauseModes).default(defaultClauses.annotations),
  },
  keysAndValues,
);

/** Conditions across keys, for editors. The messages are in `relations.ts`. */
const serverConditions = [
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

/** The keys shared by servers and HTTP tool sets: their tools and contracts. */
const offering = {
  profile: listOf(choice(profileNames), "profiles")
    .min(1, { error: "Name at least one profile, or leave the key out for core." })
    .default(["core"]),
  naming: choice(["bare", "qualified"]).default("bare"),
  tool_allowlist: z.exactOptional(listOf(toolName, "names of tools")),
  tool_denylist: z.exactOptional(listOf(toolName, "names of tools")),
  hints: choice(hintsModes).default("off"),
  required: trueOrFalse.default(true),
  redaction: z.exactOptional(redactionSchema),
};

const mcp = z
  .strictObject(
    {
      name: nameOf("the name of the server"),
      transport: choice(transports),
      url: z.exactOptional(webAddress),
      command: z.exactOptional(fullText),
      args: z.exactOptional(listOf(text, "texts")),
      env: z.exactOptional(z.record(z.string(), text, keysAndValues)),
      cwd: z.exactOptional(fullText),
      file_hashes: z.exactOptional(z.record(z.string(), sha256, keysAndValues)),
      mode: choice(modes),
      default_tool_config: z.nullish(z.strictObject(limits, keysAndValues)),
      prompts: listOf(fullText, "names of prompts").default([]),
      clauses: clauses.prefault({}),
      allowed_requests: listOf(choice(askings), "what a caller may be asked").default([
        "elicitation",
      ]),
      resources: z.exactOptional(choice(["all", "none"])),
      ...offering,
    },
    keysAndValues,
  )
  .meta({ allOf: serverConditions });

/** The other clauses concern mistakes of MCP servers. */
const setClauses = z.strictObject(
  { input: clauses.shape.input, output: clauses.shape.output, size: clauses.shape.size },
  keysAndValues,
);

const setConditions = [
  {
    if: { required: ["tools"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
    then: { required: ["base"] },
    else: { required: ["drafts"] },
  },
];

const httpSet = z
  .strictObject(
    {
      ...httpSetKeys,
      mode: choice(modes).default("dynamic"),
      default_tool_config: z.strictObject(limits, keysAndValues).prefault({}),
      clauses: setClauses.prefault({}),
      ...offering,
    },
    keysAndValues,
  )
  .meta({ allOf: setConditions });

const localError = expected("workspace, or a module as a path that starts with ./, ../ or /");
const local = z
  .string({ error: localError })
  .regex(/^(workspace|(\.{0,2}|[A-Za-z]:)[\\/].+)$/, { error: localError });

const toolbox = z.strictObject(
  {
    max_concurrent: positive.default(10),
    local: listOf(local, "local tools").default([]),
    tools: listOf(tool, "tools").default([]),
    mcps: listOf(mcp, "MCP servers").default([]),
    http: listOf(httpSet, "sets of HTTP tools").default([]),
    collision: choice(collisions).default("last-wins"),
  },
  keysAndValues,
);

const portError = expected("a port from 0 to 65535");
const hostError = expected("an address to listen on, such as 127.0.0.1");

const server = z.strictObject(
  {
    host: z.string({ error: hostError }).min(1, { error: hostError }).default("127.0.0.1"),
    port: z
      .int({ error: portError })
      .min(0, { error: portError })
      .max(65_535, { error: portError })
      .default(7420),
    auth: z.exactOptional(authSchema),
  },
  keysAndValues,
);

/** The file as written. */
export const configSchema = z.strictObject(
  {
    toolbox: z.exactOptional(toolbox),
    myai: z.exactOptional(z.strictObject({ toolbox }, keysAndValues)),
    server: server.prefault({}),
    stores: storesSchema.prefault({}),
    policy: z.exactOptional(policySchema),
    audit: auditSchema.prefault({}),
    approvals: approvalsSchema.prefault({}),
    connections: connectionsSchema.prefault({}),
    limits: limitsSchema.prefault({}),
    results: resultsSchema.prefault({}),
    redaction: redactionSchema.prefault({}),
    telemetry: telemetrySchema.prefault({}),
    egress: egressSchema.prefault({}),
    host: hostSchema.prefault({}),
  },
  keysAndValues,
);

/** The file as parsed: complete, with units converted. */
export type ConfigFile = z.output<typeof configSchema>;
export type ToolboxFile = NonNullable<ConfigFile["toolbox"]>;
export type McpFile = ToolboxFile["mcps"][number];
export type HttpSetFile = ToolboxFile["http"][number];
