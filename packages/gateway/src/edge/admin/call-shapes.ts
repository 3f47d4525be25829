import type { JsonObject } from "@toolcourt/sdk";
import { callStatuses } from "../../stores/call-store.ts";
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

const beginning: JsonObject = {
  type: "string",
  pattern: "^[\\w-]{4,64}$",
  description: "The beginning of the id of a call.",
};

const call: Schemas = {
  id: text,
  tool: text,
  server: nullable(text),
  status: oneOf(callStatuses),
  code: nullable(text),
  ms: nullable(number),
  at: time,
  subject: text,
  tenant: nullable(text),
  rows: keyed({ opened: number, closed: nullable(number) }),
};

/** What the routes about calls take and give. */
export const callShapes: Readonly<Record<string, RouteShape>> = {
  "GET calls": {
    query: {
      tool: text,
      server: text,
      status: oneOf(callStatuses),
      code: text,
      subject: text,
      id: beginning,
      from: time,
      to: time,
      ...paged,
    },
    gives: {
      calls: list(keyed(call)),
      next: optional(text),
      searchedTo: optional(time),
      indexedTo: number,
      last: number,
    },
  },
  "GET calls/{id}": {
    gives: {
      ...call,
      person: nullable(text),
      stage: nullable(text),
      explained: nullable(
        keyed({ class: text, meaning: text, remedy: text, retryable: optional(truth) }),
      ),
      approval: nullable(
        keyed({ id: text, state: text, requestedAt: time, decidedAt: nullable(time) }),
      ),
      result: nullable(keyed({ digest: text, bytes: number, isKept: truth })),
      times: list(keyed({ name: oneOf(["requested", "decided", "opened", "closed"]), at: time })),
      entries: list(keyed({ row: number, hash: text, body: map })),
    },
  },
};
