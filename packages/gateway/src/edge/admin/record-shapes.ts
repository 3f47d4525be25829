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
  type RouteShape,
  type Schemas,
  text,
  time,
  truth,
  upTo,
} from "./schemas.ts";

const place = nullable(keyed({ row: number, hash: text, at: nullable(time) }));
const unfinished = keyed({
  callId: text,
  row: number,
  at: time,
  tool: text,
  principal: text,
  tenant: nullable(text),
  mayStillRun: truth,
});
const result: Schemas = {
  callId: text,
  tenant: text,
  subject: text,
  server: text,
  tool: text,
  contract: text,
  at: time,
  digest: text,
  discoveryId: optional(text),
  connection: optional(text),
  scope: optional(map),
  tier: optional(text),
  stage: optional(text),
  correlation: optional(text),
};
const row = upTo(Number.MAX_SAFE_INTEGER);

/** The shapes of the audit log and of kept results, but for their streams. */
export const recordShapes: Readonly<Record<string, RouteShape>> = {
  "GET audit/status": {
    gives: {
      last: place,
      signed: place,
      checkpoint: nullable(text),
      key: keyed({ origin: text, id: text, publicKey: text }),
      unsigned: nullable(text),
    },
  },
  "GET audit/rows/{row}": {
    gives: { row: number, hash: text, body: map, text, visible: text },
  },
  "GET audit/unfinished": {
    query: paged,
    gives: { calls: list(unfinished), next: optional(text) },
  },
  "POST audit/unfinished/close": {
    body: body({ rows: { type: "array", items: row, minItems: 1, maxItems: 100 } }, ["rows"]),
    gives: { closed: list(unfinished) },
  },
  "GET results": {
    query: { tool: text, discovery: text, before: time, ...paged },
    gives: { results: list(keyed(result)), next: optional(text) },
  },
  "GET results/{callId}": {
    gives: {
      ...result,
      bytes: number,
      isIntact: truth,
      inLog: keyed({
        kind: oneOf(["matches", "differs", "missing", "unrecorded"]),
        row: optional(number),
      }),
      text: nullable(text),
      isCut: truth,
    },
  },
};
