import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { modes } from "../catalog/tool-config.ts";
import type { SetConnection } from "../http-tools/operations/for-set.ts";
import { defaultClausesOf } from "../pipeline/clause-counters.ts";
import { type Entry, entries, isText, problem } from "./entries.ts";
import {
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
  choice,
  fullText,
  keysAndValues,
  nameOf,
  trueOrFalse,
  webAddress,
} from "./pieces.ts";

/** The source, the target and the connection of a tool set. */
export interface HttpSetConfig {
  readonly kind: "http_tools";
  /** A file with tools, as written. */
  readonly tools?: string | undefined;
  /** Whether approved drafts of the set become tools. */
  readonly drafts: boolean;
  /** Base of operations that name no origin. */
  readonly base?: URL | undefined;
  readonly connection: SetConnection;
  /** Whether its connections may exchange the tokens of callers. */
  readonly exchanges: boolean;
}

/** The other clauses concern mistakes of MCP servers. */
const setClauses = z.strictObject(
  { input: clauses.shape.input, output: clauses.shape.output, size: clauses.shape.size },
  keysAndValues,
);

/** Conditions across keys, for editors. The messages are below. */
const conditions = [
  {
    if: { required: ["tools"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
    then: { required: ["base"] },
    else: { required: ["drafts"] },
  },
];

/** An entry of `toolbox.http`. */
export const httpSetSchema = z
  .strictObject(
    {
      name: nameOf("the name of the set"),
      tools: z.exactOptional(fullText),
      drafts: trueOrFalse.default(false),
      base: z.exactOptional(webAddress),
      connection: z.exactOptional(fullText),
      exchange: trueOrFalse.default(false),
      mode: choice(modes).default("dynamic"),
      default_tool_config: z.strictObject(toolSettings, keysAndValues).prefault({}),
      clauses: setClauses.prefault({}),
      ...offering,
    },
    keysAndValues,
  )
  .meta({ allOf: conditions });

/** Converts an HTTP tool set. It has only tools, and never asks the caller for input. */
export function toHttpSet(
  set: z.output<typeof httpSetSchema>,
  defaults: OfferingDefaults,
): ServerConfig {
  const { base, tools, drafts } = set;
  const offered = toOffering(set, defaults);
  return {
    ...offered,
    address: base === undefined ? (tools ?? "approved drafts") : addressOf(base),
    transport: {
      kind: "http_tools",
      tools,
      drafts,
      base,
      connection: toConnection(set.connection),
      exchanges: set.exchange,
    },
    clauses: { ...defaultClausesOf(offered.profiles), ...set.clauses },
    prompts: [],
    allowedRequests: [],
    resources: "none",
  };
}

function toConnection(connection: string | undefined): SetConnection {
  if (connection === undefined) return { kind: "none" };
  return connection === "argument" ? { kind: "argument" } : { kind: "named", name: connection };
}

export function* httpSetProblems(sets: readonly Entry[], config: JsonObject): Generator<Problem> {
  const egress = own(config, "egress");
  const allowed = isJsonObject(egress) ? entries(egress, [], "allow") : [];
  const origins = new Set(allowed.map(({ value }) => own(value, "origin")));
  for (const set of sets) {
    yield* offeringProblems(set);
    yield* sourceProblems(set);
    yield* baseProblems(set, origins);
    yield* uselessExchange(set);
  }
}

function* sourceProblems({ path, value }: Entry): Generator<Problem> {
  const [tools, drafts, base] = [own(value, "tools"), own(value, "drafts"), own(value, "base")];
  if (tools === undefined && drafts !== true) {
    yield problem([...path, "tools"], "This is missing; give a file, or set drafts to true.");
  }
  if (tools !== undefined && base === undefined) {
    yield problem([...path, "base"], "This is missing; tools of a file need it.");
  }
}

function* uselessExchange({ path, value }: Entry): Generator<Problem> {
  if (own(value, "exchange") !== true || own(value, "connection") !== undefined) return;
  yield problem([...path, "exchange"], "It needs a `connection` that exchanges tokens.");
}

function* baseProblems({ path, value }: Entry, origins: ReadonlySet<unknown>): Generator<Problem> {
  const base = own(value, "base");
  const url = isText(base) ? URL.parse(base) : null;
  if (url === null) return;
  const at = [...path, "base"];
  if (`${url.username}${url.password}${url.search}${url.hash}` !== "") {
    yield problem(at, "Write the address without user, query and fragment.");
  }
  if (!origins.has(url.origin)) {
    yield problem(at, "No entry of `egress.allow` has this origin; nothing else is reachable.");
  }
}
