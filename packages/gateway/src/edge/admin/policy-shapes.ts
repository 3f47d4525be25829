import { kinds } from "../../governance/policy/question.ts";
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
  text,
  time,
  truth,
} from "./schemas.ts";

const marks = list(keyed({ line: number, column: number, message: text }));
const effect = oneOf(["allow", "deny"]);
const modes = ["observe", "enforce"];
/** Without a history, no statement about sequences is held or broken. */
const sequenceFates = ["other-tool", "other-principal", "needs-history"];
const tried = list(
  keyed({
    callId: text,
    at: time,
    tool: text,
    server: text,
    principal: text,
    tenant: nullable(text),
    was: effect,
    wasBy: nullable(text),
    becomes: oneOf(["allow", "deny", "unknown"]),
    by: nullable(text),
    lacks: list(text),
  }),
);
const principal = body(
  {
    id: text,
    kind: oneOf(kinds),
    tenant: text,
    roles: list(text),
    scopes: list(text),
    permissions: list(text),
    claims: map,
  },
  ["id"],
);

/** The routes of the policy. */
export const policyShapes: Readonly<Record<string, RouteShape>> = {
  "GET policy": {
    gives: {
      from: oneOf(["file", "store", "default"]),
      name: text,
      text: nullable(text),
      version: nullable(text),
      inForce: nullable(text),
      usable: truth,
      statements: number,
      waitsForReload: truth,
      problems: list(text),
      marks,
      writable: truth,
      by: optional(text),
      at: optional(time),
    },
  },
  "POST policy": {
    body: body({ text, replaces: nullable(text) }, ["text", "replaces"]),
    gives: { version: text, replaces: nullable(text), changed: truth },
  },
  "GET policy/versions": {
    gives: { versions: list(keyed({ version: text, by: text, at: time })) },
  },
  "POST policy/explain": {
    body: body({ principal, tool: text, arguments: map, connection: text, text }, [
      "principal",
      "tool",
    ]),
    gives: {
      version: text,
      decision: effect,
      because: nullable(text),
      statement: nullable(text),
      missing: list(text),
      roles: list(text),
      statements: list(keyed({ id: text, effect, fate: text })),
      sequences: list(keyed({ id: text, mode: oneOf(modes), fate: oneOf(sequenceFates) })),
    },
  },
  "POST policy/check": {
    body: body({ text }, ["text"]),
    gives: { usable: truth, version: nullable(text), statements: number, marks },
  },
  "POST policy/try": {
    body: body({ text, last: { type: "integer", minimum: 1, maximum: 1_000 } }, ["text", "last"]),
    gives: {
      calls: number,
      rows: number,
      since: nullable(time),
      same: number,
      changed: number,
      unknown: number,
      changes: tried,
      unknowns: tried,
    },
  },
};
