import { Environment } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import {
  CallFacts,
  ConnectionFacts,
  ContractFacts,
  PrincipalFacts,
  RequestFacts,
  ToolFacts,
} from "./facts.ts";

/** Functions conditions may call. Others are refused when the policy is read. */
export const functions = [
  "all",
  "bool",
  "contains",
  "double",
  "duration",
  "endsWith",
  "exists",
  "exists_one",
  "filter",
  "getDate",
  "getDayOfMonth",
  "getDayOfWeek",
  "getFullYear",
  "getHours",
  "getMinutes",
  "getMonth",
  "has",
  "int",
  "safeMatches",
  "size",
  "startsWith",
  "string",
  "timestamp",
  "type",
] as const;

/** Functions that iterate over a list. None returns a value larger than its input. */
export const loops: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter"]);

export const variables = [
  "args",
  "connection",
  "contract",
  "now",
  "principal",
  "request",
  "tool",
] as const;
/** What the conditions of sequences may read. */
export const sequenceVariables = ["call", ...variables] as const;
export type Variable = (typeof sequenceVariables)[number];

const patterns = new Map<string, RE2JS>();

/** Compiles an RE2 pattern, with a cache. Throws on unsupported patterns. */
export function patternOf(source: string): RE2JS {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const compiled = RE2JS.compile(source);
  patterns.set(source, compiled);
  return compiled;
}

/** Size limits of a condition. */
export const limits = {
  maxAstNodes: 256,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 32,
  maxCallArguments: 4,
} as const;

/** The condition language. Numbers in arguments are doubles, as in JSON. */
export const environment = new Environment({ limits })
  .registerType("Principal", {
    ctor: PrincipalFacts,
    fields: {
      id: "string",
      kind: "string",
      tenant: "string",
      roles: "list<string>",
      permissions: "list<string>",
      scopes: "list<string>",
      claims: "map<string, dyn>",
    },
  })
  .registerType("Tool", {
    ctor: ToolFacts,
    fields: {
      name: "string",
      server: "string",
      effect: "string",
      category: "string",
      tags: "list<string>",
    },
  })
  .registerType("Contract", {
    ctor: ContractFacts,
    fields: { name: "string", digest: "string", version: "string", permissions: "list<string>" },
  })
  .registerType("Connection", { ctor: ConnectionFacts, fields: { name: "string" } })
  .registerType("Request", {
    ctor: RequestFacts,
    fields: { method: "string", server: "string", uri: "string", prompt: "string" },
  })
  .registerVariable("principal", "Principal")
  .registerVariable("tool", "Tool")
  .registerVariable("contract", "Contract")
  .registerVariable("connection", "Connection")
  .registerVariable("request", "Request")
  .registerVariable("args", "map<string, dyn>")
  .registerVariable("now", "google.protobuf.Timestamp")
  // The library's own `matches` uses a backtracking regular expression (ReDoS).
  .registerFunction("string.safeMatches(string): bool", (text: string, pattern: string) =>
    patternOf(pattern).test(text),
  );

/** The same with `call`. Statements may still use that name in loops. */
export const sequenceEnvironment = environment
  .clone()
  .registerType("Call", {
    ctor: CallFacts,
    fields: { tool: "string", server: "string", effect: "string", reach: "string" },
  })
  .registerVariable("call", "Call");

/** Formats `a, b and c`. */
export function describeChoices(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} and ${choices.at(-1)}`;
}
