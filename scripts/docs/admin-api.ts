import { type AdminRoute, adminRoutes } from "../../packages/gateway/src/edge/admin/route-table.ts";
import { liveTopics } from "../../packages/gateway/src/edge/live/event-feed.ts";
import { fence, type Page, page, table } from "./page.ts";

/** The page of the admin API, from its table of routes. */
export function adminApiPage(): Page {
  return page("docs/admin-api.md", "The admin API", [
    "The API over HTTP for people and programs that look after a gateway. It needs [authenticated callers](configuration.md#auth) and a bearer token or key. The [console](console.md) has the same routes below `/console/api/v1/`, with a session.",
    "Every refusal has the same form, with a [code](errors.md) and the next command:",
    fence("json", refusal),
    "An unknown key of a query or a body is refused. A thing of another tenant looks like one that does not exist.",
    "## Routes",
    table(["route", "permission", "does", "command"], adminRoutes.map(row)),
    "More about [approvals](approvals.md#the-admin-api), [grants](grants.md), [drafts](drafts.md), [quarantine](quarantine.md), [admissions](lock.md#in-running-gateways) and [reloads](reload.md).",
    "`GET /admin/v1/openapi.json` is the same as an OpenAPI document, with queries, bodies and answers. Streams are not in it.",
    "## Me",
    "`permissions` has every permission of this API, with `true` or `false`. `console` is `null` for a token.",
    fence("json", me),
    "## Overview",
    "Only while the console is on. What your permissions do not cover is `null`, or an empty list. `null` also says that a number is not known, such as that of unsigned rows without an audit log.",
    table(["member", "permission", "command"], waiting),
    "`calls.buckets` counts ten seconds each, over the last hour. `p50` and `p95` are milliseconds, with an error of at most 12 percent. Counts of the whole gateway are for principals without a tenant.",
    "## Configuration",
    "`GET /admin/v1/config/effective` lists what `toolcourt effective` lists, of the configuration in force and without the limits of the policy. `q` searches paths and values, `origin` is `file`, `variable` or `default`. `waiting` names the files whose last change is not in force.",
    "`GET /admin/v1/endpoints` has each path with its address, the names of at most 100 tools, and how its callers learn of tools. `clients` has the command and the entry of each client that `toolcourt connect` knows.",
    "## Ask",
    'With `{"question": "…"}`, `POST /admin/v1/ask` gives one of [these answers](host.md#answers), without `raw`: a result that broke its contract is in the [quarantine](quarantine.md). The call is one of the sender, through the same pipeline. Only tools that read are called, unless `host.effects` names more.',
    "## Runs",
    "The runs of [workflows](workflows.md#runs) of your tenant, the newest first. `tool` and `state` (`running`, `waits`, `stopped`, `done`) filter. One run has its `steps`, each with the id of its last call, and the `edges` of its graph. The begin is `__start__`, the end `__end__`. There are no params and no results.",
    "## Events",
    `Only while the console is on. \`GET /admin/v1/events?topics=calls,approvals\` is a stream of server-sent events. The topics are ${liveTopics.map((topic) => `\`${topic}\``).join(", ")}. A named topic needs its permission. Without \`topics\` you get those that you may follow.`,
    fence("text", event),
    table(["topic", "permission", "`status`"], topics),
    "- Send the last `id` as `Last-Event-ID` to get what you have missed, at most 1,000 events. If some are forgotten, the first event is `gap`: ask for the lists again.\n- An event of a call has no argument and no result. Only people of its tenant get it.\n- A reader that leaves more than 256 KB waiting is cut off. A principal has at most 8 streams.\n- The stream ends with the session or the key.",
  ]);
}

const refusal = `{
  "error": {
    "code": "permission-missing",
    "class": "business",
    "retryable": false,
    "message": "You lack the permission approvals:read.",
    "evidence": { "missing": "approvals:read" },
    "next": "toolcourt explain-error permission-missing"
  }
}`;

const me = `{
  "principal": { "id": "key:olga", "tenant": "north" },
  "roles": ["reviewer"],
  "permissions": { "approvals:read": true, "approvals:decide": false },
  "console": { "expiresAt": "2026-11-01T12:00:00.000Z" },
  "version": "0.1.0"
}`;

const event = `id: 3f2a91c0-17
event: calls
data: {"id":"…","at":1793491200000,"tool":"hello","server":"local","stage":"done","status":"answered","code":null,"ms":4}`;

const waiting = [
  ["`waiting.approvals`", "`approvals:read`", "`toolcourt approvals list`"],
  ["`waiting.heldTools`", "`admissions:read`", "`toolcourt lock`"],
  ["`waiting.drafts`", "`drafts:review` or `drafts:write`", "`toolcourt drafts list`"],
  ["`waiting.unfinishedCalls`", "`audit:read`", "`toolcourt audit unfinished`"],
  ["`waiting.unsignedRows`", "`audit:read`", "`toolcourt audit verify`"],
  [
    "`waiting.expiringConnections`, within 14 days",
    "`connections:read`",
    "`toolcourt connections list`",
  ],
  ["`servers`", "`servers:read`", "`toolcourt servers`"],
  ["`calls`", "`calls:read`", "`toolcourt top`"],
];

const topics = [
  ["`calls`", "`calls:read`", "`answered`, `failed`, `asked`, `refused`"],
  [
    "`approvals`",
    "`approvals:read`",
    "`created`, `pending` (more approvers are needed), `approved`, `denied`, `revoked`, `expired`, `consumed`, `done`, `failed`, `unknown`",
  ],
  ["`tools`", "`admissions:read`", "`held`, `released`"],
  ["`servers`", "`servers:read`", "`ready`, `unreachable`, `left-out`, `removed`"],
  ["`drafts`", "`drafts:review` or `drafts:write`", "`pending`, `decided`"],
];

function row({ method, path, permissions, does, command }: AdminRoute): readonly string[] {
  const needed = permissions.map((each) => `\`${each}\``).join(" or ");
  return [
    `\`${method} ${path}\``,
    needed === "" ? "none" : needed,
    does,
    command === undefined ? "" : `\`${command}\``,
  ];
}
