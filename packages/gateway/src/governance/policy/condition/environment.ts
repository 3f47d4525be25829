import { Environment } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { ConnectionFacts, ContractFacts, PrincipalFacts, ToolFacts } from "./facts.ts";

/** What conditions may call. What is not here is refused when the policy is read. */
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

/** Those that go over a list. None of them makes a value that is larger than what it was given. */
export const loops: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter"]);

export const variables = ["args", "connection", "contract", "now", "principal", "tool"] as const;

const patterns = new Map<string, RE2JS>();

/** A pattern of RE2, compiled once. Throws on what RE2 cannot run. */
export function patternOf(source: string): RE2JS {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const compiled = RE2JS.compile(source);
  patterns.set(source, compiled);
  return compiled;
}

/** How large a condition may be. */
export const limits = {
  maxAstNodes: 256,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 32,
  maxCallArguments: 4,
} as const;

/** The language of conditions. Numbers in arguments are doubles, as in JSON. */
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
  .registerVariable("principal", "Principal")
  .registerVariable("tool", "Tool")
  .registerVariable("contract", "Contract")
  .registerVariable("connection", "Connection")
  .registerVariable("args", "map<string, dyn>")
  .registerVariable("now", "google.protobuf.Timestamp")
  // `matches` of the library runs on a regular expression that can take for ever.
  .registerFunction("string.safeMatches(string): bool", (text: string, pattern: string) =>
    patternOf(pattern).test(text),
  );
