import { toolStates } from "../../catalog/tool-state.ts";
import type { RouteShape } from "./schemas.ts";
import {
  keyed,
  list,
  map,
  nullable,
  number,
  oneOf,
  optional,
  paged,
  type Schemas,
  text,
  time,
  truth,
} from "./schemas.ts";

const tool: Schemas = {
  server: text,
  tool: text,
  name: text,
  summary: text,
  effect: oneOf(["read", "write", "destroy"]),
  approval: oneOf(["none", "caller", "operator"]),
  state: oneOf(toolStates),
  untyped: truth,
  hold: nullable(text),
  reason: nullable(text),
  change: nullable(text),
  next: nullable(text),
  limits: keyed({ maxInstances: number, timeoutMs: number, rateLimit: nullable(map) }),
};
const server: Schemas = {
  name: text,
  address: text,
  mode: oneOf(["strict", "dynamic"]),
  profiles: list(text),
  required: truth,
  state: oneOf(["ready", "left-out", "unreachable"]),
  era: nullable(text),
  since: nullable(time),
  restarts: number,
  lastError: optional(map),
  because: optional(text),
  next: optional(text),
  tools: map,
  resources: number,
  templates: number,
  prompts: number,
  breaker: keyed({ isOpen: truth, pausedTools: number }),
  clauses: list(map),
};
/** The shapes of the routes about servers and tools. */
export const offerShapes: Readonly<Record<string, RouteShape>> = {
  "GET servers": { gives: { servers: list(keyed(server)) } },
  "GET servers/{name}": { gives: server },
  "GET tools": {
    query: {
      server: text,
      state: oneOf(toolStates),
      q: { type: "string", maxLength: 200 },
      ...paged,
    },
    gives: {
      tools: list(keyed(tool)),
      matching: number,
      summary: map,
      servers: list(text),
      next: optional(text),
    },
  },
  "GET tools/{server}/{name}": {
    gives: {
      ...tool,
      description: text,
      contract: keyed({
        digest: text,
        lockDigest: text,
        received: nullable(map),
        presented: nullable(map),
      }),
      lock: nullable(map),
      decision: nullable(map),
      explanation: map,
      rules: map,
      counts: list(map),
    },
  },
  "GET tools/{server}/{name}/drift": {
    gives: {
      ...tool,
      digest: text,
      locked: nullable(map),
      decision: nullable(map),
      isAdmissible: truth,
      changes: nullable(list(keyed({ pointer: text, was: nullable(text), now: nullable(text) }))),
      class: nullable(text),
      effects: nullable(list(map)),
    },
  },
};
