import type { JsonObject } from "@toolcourt/sdk";
import { grantStates } from "../../stores/grant-store.ts";
import { approvalShapes } from "./approval-shapes.ts";
import { callShapes } from "./call-shapes.ts";
import { configurationShapes } from "./configuration-shapes.ts";
import { connectionShapes } from "./connection-shapes.ts";
import { offerShapes } from "./offer-shapes.ts";
import { policyShapes } from "./policy-shapes.ts";
import { recordShapes } from "./record-shapes.ts";
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
import { tryShapes } from "./try-shapes.ts";

const grant: Schemas = {
  id: text,
  state: oneOf(grantStates),
  server: text,
  tool: text,
  principal: text,
  tenant: nullable(text),
  uses: number,
  left: number,
  givenBy: text,
  givenAt: time,
  endsAt: time,
  when: optional(text),
  reason: text,
};
const draftDigest: JsonObject = {
  type: "string",
  pattern: "^(?:sha256:)?[0-9a-f]{64}$",
  description: "The digest of the draft that was reviewed.",
};
const draft: Schemas = {
  set: text,
  name: text,
  version: number,
  digest: text,
  state: oneOf(["pending", "approved", "rejected"]),
  standing: text,
  changedAt: time,
  decision: optional(map),
};
const written: Schemas = {
  set: optional(text),
  name: optional(nullable(text)),
  digest: optional(text),
  approvable: optional(truth),
  changed: optional(truth),
};
const quarantined: Schemas = {
  id: text,
  at: time,
  callId: text,
  tool: text,
  server: text,
  clause: text,
  issues: list(text),
};
const held: Schemas = {
  server: text,
  tool: text,
  digest: text,
  reason: text,
  class: nullable(text),
  rules: list(text),
  locked: nullable(map),
  isAdmissible: truth,
};
const admission = {
  body: body({ digest: text, note: { type: "string", maxLength: 1_000 } }, ["digest"]),
  gives: { server: text, tool: text, digest: text, state: oneOf(["admitted", "withdrawn"]) },
};
const reload = { gives: { kind: text, plan: map } };

/** By method and path below `/admin/v1/`. Streams are missing: OpenAPI cannot describe them. */
export const routeShapes: Readonly<Record<string, RouteShape>> = {
  "GET openapi.json": { gives: { openapi: text, info: map, paths: map, components: map } },
  "GET me": {
    gives: {
      principal: keyed({ id: text, tenant: optional(text) }),
      roles: list(text),
      permissions: { type: "object", additionalProperties: truth },
      console: nullable(keyed({ expiresAt: time })),
      version: text,
    },
  },
  "GET overview": { gives: { at: time, waiting: map, servers: list(map), calls: map } },
  ...tryShapes,
  ...approvalShapes,
  "GET grants": {
    query: { state: oneOf(grantStates), ...paged },
    gives: { grants: list(keyed(grant)), next: optional(text) },
  },
  "POST grants": {
    body: body(
      {
        server: text,
        tool: text,
        principal: text,
        uses: upTo(Number.MAX_SAFE_INTEGER),
        for: { type: "string", description: "How long it lasts, such as 30m or 2h." },
        when: { type: "string", description: "A condition over the arguments." },
        reason: text,
      },
      ["server", "tool", "principal", "uses", "for", "reason"],
    ),
    gives: { ...grant, leftOut: list(keyed({ tool: text, because: text })) },
  },
  "GET grants/{id}": { gives: grant },
  "POST grants/{id}/revoke": { gives: grant },
  "GET drafts": {
    query: {
      set: text,
      state: oneOf(["pending", "approved", "rejected"]),
      limit: upTo(1_000),
      cursor: text,
    },
    gives: { drafts: list(keyed(draft)), next: optional(text) },
  },
  "POST drafts": {
    body: body(
      {
        set: { type: "string", pattern: "^[\\w.-]{1,64}$" },
        from: { type: "string", minLength: 1, maxLength: 256 },
        document: { type: "string", description: "An OpenAPI document to import." },
        draft: { type: "object", description: "One draft, in place of a document." },
      },
      ["set", "from"],
    ),
    gives: {
      ...written,
      drafts: optional(list(map)),
      gone: optional(list(text)),
      notImported: optional(list(map)),
      notes: optional(list(map)),
    },
  },
  "GET drafts/{set}/{name}": {
    gives: {
      ...draft,
      provenance: map,
      writtenBy: text,
      alsoWrittenBy: list(text),
      notes: list(map),
      findings: list(map),
      approvable: truth,
      changedSinceApproved: optional(list(map)),
      visible: text,
    },
  },
  "POST drafts/{set}/{name}/edit": {
    body: { type: "object", description: "The draft, whole." },
    gives: written,
  },
  "POST drafts/{set}/{name}/approve": {
    body: body({ digest: draftDigest }, ["digest"]),
    gives: draft,
  },
  "POST drafts/{set}/{name}/reject": { body: body({ digest: draftDigest }, []), gives: draft },
  "GET quarantine": {
    query: {
      tool: text,
      server: text,
      clause: text,
      since: time,
      before: time,
      limit: upTo(1_000),
      cursor: text,
    },
    gives: { results: list(keyed(quarantined)), isMore: truth, next: optional(text) },
  },
  "GET quarantine/{id}": { gives: { ...quarantined, text, visible: text } },
  "POST quarantine/{id}/forget": { gives: { id: text, forgotten: number } },
  "GET admissions": { gives: { held: list(keyed(held)), decisions: list(map) } },
  "GET admissions/{server}/{tool}": {
    gives: {
      ...held,
      changes: nullable(list(keyed({ pointer: text, was: text, now: text }))),
    },
  },
  "POST admissions/{server}/{tool}/admit": admission,
  "POST admissions/{server}/{tool}/withdraw": admission,
  "POST reload": reload,
  "POST reload/plan": reload,
  ...offerShapes,
  ...callShapes,
  ...configurationShapes,
  "GET servers": { gives: { servers: list(map) } },
  ...recordShapes,
  ...policyShapes,
  ...connectionShapes,
};
