import { connectionStatuses } from "../../stores/connection-store.ts";
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

const connection: Schemas = {
  id: text,
  name: text,
  kind: text,
  status: oneOf(connectionStatuses),
  owner: text,
  tenant: optional(text),
  users: optional(text),
  origins: optional(list(text)),
  levels: optional(map),
  tiers: optional(list(text)),
  issuer: optional(text),
  tokenUrl: optional(text),
  clientId: optional(text),
  scope: optional(text),
  expires: optional(time),
  tokenEnds: optional(time),
  version: number,
  added: time,
  changed: time,
  expiring: truth,
  takesToken: truth,
  repair: nullable(text),
  lastError: nullable(keyed({ code: text, message: text, at: time })),
};

/** The routes of connections. None gives a secret. */
export const connectionShapes: Readonly<Record<string, RouteShape>> = {
  "GET connections": {
    query: { state: oneOf(["active", "expiring", "expired", "revoked"]), ...paged },
    gives: { connections: list(keyed(connection)), next: optional(text) },
  },
  "GET connections/{id}": { gives: connection },
  "POST connections/{id}/test": {
    gives: {
      works: truth,
      code: optional(text),
      message: optional(text),
      next: optional(nullable(text)),
    },
  },
  "POST connections/{id}/revoke": { gives: { ...connection, atProvider: optional(text) } },
  "POST connections/{id}/token": {
    body: body(
      {
        token: {
          type: "string",
          minLength: 8,
          maxLength: 65_536,
          description: "The new token. It is sealed, and no answer has it.",
        },
        expiresAt: time,
      },
      ["token"],
    ),
    gives: connection,
  },
};
