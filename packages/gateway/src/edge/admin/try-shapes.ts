import type { JsonObject } from "@toolcourt/sdk";
import {
  body,
  keyed,
  list,
  map,
  nullable,
  number,
  oneOf,
  optional,
  type Schemas,
  text,
  truth,
} from "./schemas.ts";

const approver = nullable(oneOf(["caller", "operator"]));
const issues = list(keyed({ pointer: text, message: text, missing: optional(list(text)) }));

/** Dry or not, by the body. */
const tried: Schemas = {
  tool: text,
  refusal: nullable(map),
  issues,
  dry: optional(truth),
  verdict: optional(oneOf(["allowed", "refused"])),
  approval: optional(approver),
  statement: optional(nullable(text)),
  policy: optional(nullable(text)),
  limits: optional(nullable(map)),
  callId: optional(text),
  ms: optional(number),
  outcome: optional(oneOf(["answered", "failed", "refused", "waits"])),
  result: optional(nullable(map)),
  request: optional(nullable(keyed({ id: text, path: text }))),
};

interface TryShape {
  readonly body?: JsonObject;
  readonly gives: Schemas;
}

/** The routes of trying a tool, by method and path below `/admin/v1/`. */
export const tryShapes: Readonly<Record<string, TryShape>> = {
  "GET tools/{server}/{name}/form": {
    gives: {
      server: text,
      name: text,
      tool: text,
      title: nullable(text),
      description: text,
      effect: oneOf(["read", "write", "destroy"]),
      digest: text,
      approval: approver,
      input: nullable(map),
      hosts: list(text),
      sensitive: list(text),
      refusal: nullable(map),
    },
  },
  "POST tools/{server}/{name}/try": {
    body: body({ arguments: map, dry: truth }, ["arguments"]),
    gives: tried,
  },
};
