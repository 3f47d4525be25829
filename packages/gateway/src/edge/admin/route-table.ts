import { adminPath } from "../elsewhere.ts";

/** A row about a route, for the documentation and for tests that walk all routes. */
export interface AdminRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Any of them is enough. Empty: every sender may. */
  readonly permissions: readonly string[];
  readonly does: string;
  /** The same on the command line. Undefined if there is none. */
  readonly command: string | undefined;
}

type Row = readonly [
  method: AdminRoute["method"],
  path: string,
  permissions: string,
  does: string,
  command: string,
];

const drafting = "drafts:review drafts:write";

const rows: readonly Row[] = [
  ["GET", "openapi.json", "", "This API as an OpenAPI document", ""],
  ["GET", "me", "", "The sender, its roles and its permissions here", ""],
  ["GET", "overview", "", "What waits, the servers, and the calls of the last hour", "top"],
  ["GET", "events", "", "A stream of events, by topic", "top"],
  [
    "GET",
    "approvals",
    "approvals:read",
    "Requests for approval, the newest first",
    "approvals list",
  ],
  [
    "GET",
    "approvals/{id}",
    "approvals:read",
    "One request, with all that will run",
    "approvals show",
  ],
  ["POST", "approvals/{id}/approve", "approvals:decide", "Approves by digest", "approvals approve"],
  ["POST", "approvals/{id}/deny", "approvals:decide", "Denies the request", "approvals deny"],
  [
    "POST",
    "approvals/{id}/revoke",
    "approvals:decide",
    "Takes a request or approval back",
    "approvals deny",
  ],
  ["GET", "grants", "grants:read", "Grants by state", "grants list"],
  ["POST", "grants", "grants:give", "Gives a grant", "grants give"],
  ["GET", "grants/{id}", "grants:read", "One grant", "grants show"],
  ["POST", "grants/{id}/revoke", "grants:give", "Ends a grant", "grants revoke"],
  ["GET", "drafts", drafting, "Drafts of HTTP tools", "drafts list"],
  ["POST", "drafts", "drafts:write", "Writes a draft, or imports a document", "drafts import"],
  ["GET", "drafts/{set}/{name}", drafting, "One draft with its findings", "drafts show"],
  ["POST", "drafts/{set}/{name}/edit", "drafts:write", "Changes a draft", "drafts edit"],
  ["POST", "drafts/{set}/{name}/approve", "drafts:review", "Approves by digest", "drafts approve"],
  ["POST", "drafts/{set}/{name}/reject", "drafts:review", "Rejects a draft", "drafts reject"],
  ["GET", "quarantine", "quarantine:read", "Results that broke their contracts", "quarantine list"],
  ["GET", "quarantine/{id}", "quarantine:read", "One of them, with its text", "quarantine show"],
  [
    "POST",
    "quarantine/{id}/forget",
    "quarantine:forget",
    "Removes one for good",
    "quarantine forget",
  ],
  ["GET", "results", "results:read", "Kept results, the newest first", "results list"],
  ["GET", "results/{callId}", "results:read", "One result, checked", "results show"],
  ["GET", "results/{callId}/output", "results:read", "The whole text of one", "results show"],
  ["GET", "audit/status", "audit:read", "How far the log goes and is signed", "audit status"],
  ["POST", "audit/verify", "audit:verify", "Verifies the log, with its progress", "audit verify"],
  ["GET", "audit/rows/{row}", "audit:read", "One row", "audit show"],
  ["GET", "audit/rows/{row}/proof", "audit:read", "A proof of one row", "audit prove"],
  ["GET", "audit/unfinished", "audit:read", "Calls that never ended", "audit unfinished"],
  [
    "POST",
    "audit/unfinished/close",
    "audit:close",
    "Closes calls that were looked into",
    "audit unfinished --close",
  ],
  ["GET", "audit/export", "audit:read", "The log, or some of its rows", "audit export"],
  ["GET", "admissions", "admissions:read", "Held tools, and decisions about them", "lock"],
  ["GET", "admissions/{server}/{tool}", "admissions:read", "What changed in a held tool", "lock"],
  [
    "POST",
    "admissions/{server}/{tool}/admit",
    "admissions:decide",
    "Admits a contract",
    "lock --approve",
  ],
  [
    "POST",
    "admissions/{server}/{tool}/withdraw",
    "admissions:decide",
    "Takes an admission back",
    "lock --withdraw",
  ],
  [
    "GET",
    "config/effective",
    "configuration:read",
    "The settings in force, and where each comes from",
    "effective",
  ],
  [
    "GET",
    "endpoints",
    "configuration:read",
    "The paths that clients connect to, with an entry for each client",
    "connect",
  ],
  ["GET", "ask", "host:ask", "What answers questions", "effective"],
  ["POST", "ask", "host:ask", "Answers a question with at most one call", "ask"],
  ["POST", "reload", "configuration:reload", "Applies the changed files", "reload"],
  [
    "POST",
    "reload/plan",
    "configuration:reload",
    "Says what a reload would change",
    "effective --diff",
  ],
  ["GET", "calls", "calls:read", "Calls of the audit log, the newest first", "calls list"],
  ["GET", "calls/{id}", "calls:read", "One call with its rows of the audit log", "calls show"],
  ["GET", "runs", "runs:read", "Runs of workflows, the newest first", "runs list"],
  ["GET", "runs/{id}", "runs:read", "One run, with its steps and its graph", "runs show"],
  ["GET", "servers", "servers:read", "The state of each server", "servers"],
  ["GET", "servers/{name}", "servers:read", "One server", "servers"],
  ["GET", "tools", "tools:read", "Tools by server, state and words, by name", "tools"],
  ["GET", "tools/{server}/{name}", "tools:read", "One tool, and what applies to it", "explain"],
  [
    "GET",
    "tools/{server}/{name}/drift",
    "admissions:read",
    "How a tool differs from the lock",
    "lock --json",
  ],
  [
    "GET",
    "tools/{server}/{name}/form",
    "tools:try",
    "What a form for a tool is made of",
    "explain",
  ],
  ["POST", "tools/{server}/{name}/try", "tools:try", "Tries a tool, or only asks about it", "call"],
  ["GET", "policy", "policy:read", "The policy, and what is in force of it", "policy show"],
  [
    "POST",
    "policy",
    "policy:write",
    "Puts a policy into the store, in the place of the newest",
    "policy put",
  ],
  ["GET", "policy/versions", "policy:read", "The versions in the store", "policy versions"],
  [
    "POST",
    "policy/explain",
    "policy:read",
    "Decides a question, with the outcome of each statement",
    "policy explain",
  ],
  ["POST", "policy/check", "policy:read", "Says what is wrong with a text", "policy test"],
  [
    "POST",
    "policy/try",
    "policy:read",
    "Decides the last recorded calls by another text",
    "policy try",
  ],
  ["GET", "connections", "connections:read", "Stored connections", "connections list"],
  ["GET", "connections/{id}", "connections:read", "One connection", "connections show"],
  [
    "POST",
    "connections/{id}/test",
    "connections:manage",
    "Obtains its credential",
    "connections test",
  ],
  [
    "POST",
    "connections/{id}/revoke",
    "connections:manage",
    "Ends it, also at its provider",
    "connections revoke",
  ],
  [
    "POST",
    "connections/{id}/token",
    "connections:manage",
    "Gives it another token",
    "connections push",
  ],
];

/** Every route of the admin API. The console has the same ones below `/console/api/v1/`. */
export const adminRoutes: readonly AdminRoute[] = rows.map(
  ([method, path, permissions, does, command]) => ({
    method,
    path: `${adminPath}${path}`,
    permissions: permissions === "" ? [] : permissions.split(" "),
    does,
    command: command === "" ? undefined : `toolcourt ${command}`,
  }),
);
