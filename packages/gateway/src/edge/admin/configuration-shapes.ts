import { effects, runStates } from "@toolcourt/sdk";
import type { RouteShape } from "./schemas.ts";
import {
  body,
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

const origin = keyed({
  kind: oneOf(["file", "variable", "default"]),
  file: optional(text),
  line: optional(number),
  column: optional(number),
  name: optional(text),
});

const run: Schemas = {
  id: text,
  tool: text,
  name: text,
  userId: nullable(text),
  tenant: nullable(text),
  state: oneOf(runStates),
  code: nullable(text),
  beganAt: time,
  changedAt: time,
};

const step = keyed({
  name: text,
  kind: oneOf(["read", "tool", "pure"]),
  tool: nullable(text),
  state: oneOf(["open", "done", "waits", "refused", "failed", "unknown", "broken"]),
  callId: nullable(text),
  code: nullable(text),
  approval: nullable(text),
  at: nullable(time),
});

const edge = keyed({ from: text, to: text, kind: oneOf(["always", "choice", "failure"]) });

const endpoint = keyed({
  name: nullable(text),
  path: text,
  url: text,
  prefix: text,
  discovery: oneOf(["list", "search", "both"]),
  tools: keyed({ callable: number, held: number, names: list(text) }),
  clients: list(
    keyed({
      client: text,
      title: text,
      command: text,
      entry: nullable(keyed({ file: text, text })),
    }),
  ),
});

const names = optional(list(text));

const policyLimits = keyed({
  from: nullable(text),
  total: number,
  entries: list(
    keyed({
      id: text,
      principals: names,
      kinds: names,
      tenants: names,
      roles: names,
      tools: names,
      effects: names,
      tags: names,
      categories: names,
      timeoutMs: nullable(number),
      retries: nullable(number),
      resultBytes: nullable(number),
    }),
  ),
});

/** The shapes of the configuration, of questions and of runs. */
export const configurationShapes: Readonly<Record<string, RouteShape>> = {
  "GET config/effective": {
    query: { q: text, origin: oneOf(["file", "variable", "default"]), ...paged },
    gives: {
      file: nullable(text),
      waiting: list(keyed({ file: text, state: oneOf(["waiting", "unusable"]) })),
      total: number,
      // A value is any JSON.
      settings: list(keyed({ path: text, value: {}, origin })),
      next: optional(text),
      limits: nullable(policyLimits),
    },
  },
  "GET endpoints": { gives: { asksForKey: truth, endpoints: list(endpoint) } },
  "GET ask": {
    gives: {
      planner: oneOf(["builtin", "model"]),
      summary: oneOf(["off", "extractive", "paraphrase"]),
      model: nullable(keyed({ name: text })),
      effects: list(oneOf(effects)),
    },
  },
  "POST ask": {
    body: body({ question: { type: "string", minLength: 1, maxLength: 4_000 } }, ["question"]),
    gives: {
      kind: oneOf(["blocked", "needs_more_info", "tool_result", "tool_result_with_summary"]),
      code: optional(text),
      message: optional(text),
      next: optional(text),
      question: optional(text),
      missing: optional(list(text)),
      call: optional(map),
      toolRan: optional(oneOf(["no", "unknown"])),
      result: optional(map),
      refused: optional(map),
      quarantined: optional(map),
      note: optional(text),
      summary: optional(map),
      mode: optional(oneOf(["extractive", "paraphrase"])),
      rejected: optional(list(map)),
    },
  },
  "GET runs": {
    query: { tool: text, state: oneOf(runStates), ...paged },
    gives: { tools: list(text), runs: list(keyed(run)), next: optional(text) },
  },
  "GET runs/{id}": { gives: { ...run, steps: list(step), edges: list(edge), isChanged: truth } },
};
