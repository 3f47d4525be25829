import { type AdminRoute, adminRoutes } from "../../packages/gateway/src/edge/admin/route-table.ts";
import { liveTopics } from "../../packages/gateway/src/edge/live/event-feed.ts";
import { callStatuses } from "../../packages/gateway/src/stores/call-store.ts";
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
    "More about [approvals](approvals.md#the-admin-api), [grants](grants.md), [drafts](drafts.md), [quarantine](quarantine.md), [results](results.md#the-admin-api), [the audit log](audit.md#in-the-console-and-the-admin-api), the [policy](policy.md#by-the-admin-api), [connections](connections.md#by-the-admin-api), [admissions](lock.md#in-running-gateways) and [reloads](reload.md).",
    "`GET /admin/v1/openapi.json` is the same as an OpenAPI document, with queries, bodies and answers. Streams are not in it.",
    "## Servers",
    "`GET /admin/v1/servers` and `GET /admin/v1/servers/{name}` give what `toolcourt servers --json` prints, as the running gateway sees it.",
    table(["member", "says"], serverMembers),
    "`lastError.wrote` is the server's own text: data, and not our words.",
    "## Tools",
    "`GET /admin/v1/tools` lists the tools of all servers by the name that callers use, held ones too. Every key of its query is optional:",
    table(["key", "value"], toolKeys),
    "`matching` is how many tools match on all pages. `summary` counts all tools, and `servers` names their servers. `next` is the cursor of the next page.",
    "`GET /admin/v1/tools/{server}/{name}` takes the server's own name of the tool, with a slash as `%2F`. `contract` has it as `received` and as `presented` to callers, or `null` for both if it is too large for a review. `explanation` is what `toolcourt explain --json` prints: the settings with the place of each, findings, limits and endpoints. Grants are in it with `grants:read`. `rules` explains the rules of the findings, and `counts` says how often calls broke a clause.",
    "`GET /admin/v1/tools/{server}/{name}/drift` compares the tool with the lock.",
    table(["member", "says"], driftMembers),
    "The comparison runs in a thread of its own for at most ten seconds. To admit the contract, send its `digest` to the address of [admissions](lock.md#in-running-gateways).",
    "A principal of a tenant sees the tools that it could call, as in its own list. Any other tool looks like one that does not exist. It gets no `counts` and no `clauses`, which count the calls of all tenants. Of the policy's limits it gets those for every caller. Principals without a tenant see all tools.",
    "## Me",
    "`permissions` has every permission of this API, with `true` or `false`. `console` is `null` for a token.",
    fence("json", me),
    "## Trying a tool",
    "`GET tools/{server}/{name}/form` has the input schema as callers see it. `hosts` and `sensitive` are JSON Pointers into it: parameters that the host fills in, and values to hide while they are typed. `input` is `null` for a tool that you cannot call, and `refusal` says why.",
    '`POST tools/{server}/{name}/try` takes `{"arguments": {…}}`. With `"dry": true` it makes no call, and says what would become of it:',
    fence("json", verdict),
    "`refusal` is what a caller would get, and `issues` has what the first gate objects to, by JSON Pointer. Without `dry` it makes one call, as you. `outcome` is `answered` or `failed` with a `result`, `refused` with a `refusal`, or `waits` with the `request` for its approval: `id` and `path` below `/console`. The requester [cannot approve](approvals.md#guarantees-of-an-approval) it. Numbers that a double does not hold are refused: send them as text.",
    "## Overview",
    "Only while the console is on. What your permissions do not cover is `null`, or an empty list. `null` also says that a number is not known, such as that of unsigned rows without an audit log.",
    table(["member", "permission", "command"], waiting),
    "`calls.buckets` counts ten seconds each, over the last hour. `p50` and `p95` are milliseconds, with an error of at most 12 percent. Counts of the whole gateway are for principals without a tenant.",
    ...aboutCalls(),
    "## Configuration",
    "`GET /admin/v1/config/effective` lists what `toolcourt effective` lists, of the configuration in force. `limits` has the first 100 [limits](policy.md#limits) of the policy in force, whatever is searched; it is `null` without the permission `policy:read`. `q` searches paths and values, `origin` is `file`, `variable` or `default`. `waiting` names the files whose last change is not in force. The settings name the keys of all tenants, so principals of one tenant get `configuration-refused`.",
    "`GET /admin/v1/endpoints` has each path with its address, the names of at most 100 tools, and how its callers learn of tools. A principal of a tenant gets the names and numbers of the tools that it could call. `clients` has the command and the entry of each client that `toolcourt connect` knows.",
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

function aboutCalls(): readonly string[] {
  const statuses = callStatuses.map((status) => `\`${status}\``).join(", ");
  return [
    "## Calls",
    `\`GET /admin/v1/calls\` gives the calls of the audit log, the newest first. It filters by \`tool\`, \`server\`, \`status\` (${statuses}), \`code\`, \`subject\` (a pseudonym, or a name of your tenant), \`id\` (its first 4 characters or more), \`from\` and \`to\` (times). \`limit\` is 1 to 100, default 50.`,
    fence("json", calls),
    "- Calls are found by an [index](audit.md#find-a-call) that has read the log up to row `indexedTo` of `last`.\n- Send `next` as `cursor` for the next page. It is absent on the last one.\n- A search that takes long stops, so a page can have fewer calls than `limit`, or none. `searchedTo` is how far it came.\n- `code` is null while there is no outcome. `lost` calls were closed by `toolcourt audit unfinished --close`.\n- `GET /admin/v1/calls/{id}` adds `person`, `stage`, `explained`, `approval`, `result` with its digest, `times`, and `entries`, the rows of the log. This look is audited.",
  ];
}

const calls = `{
  "calls": [
    {
      "id": "0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
      "tool": "crm__find",
      "server": "crm",
      "status": "refused",
      "code": "rate-limited",
      "ms": 0.4,
      "at": "2026-11-01T12:00:00.000Z",
      "subject": "5d0c8f0e-7a53-4a4b-9d59-3a1f0c6b2e71",
      "tenant": "north",
      "rows": { "opened": 4812, "closed": 4813 }
    }
  ],
  "next": "1793534400000-4812",
  "searchedTo": "2026-11-01T12:00:00.000Z",
  "indexedTo": 4813,
  "last": 4813
}`;

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

const verdict = `{
  "tool": "hello",
  "dry": true,
  "verdict": "allowed",
  "approval": null,
  "statement": "local-principal",
  "policy": "sha256:7c23…",
  "limits": { "timeoutMs": 30000, "maxInstances": 10, "rate": null },
  "refusal": null,
  "issues": []
}`;

const event = `id: 3f2a91c0-17
event: calls
data: {"id":"…","at":1793491200000,"tool":"hello","server":"local","stage":"done","status":"answered","code":null,"ms":4}`;

const serverMembers = [
  ["`state`, `because`, `next`", "whether it is ready, why not, and the next command"],
  ["`mode`, `profiles`, `required`", "how its tools are treated"],
  [
    "`era`, `since`, `restarts`",
    "the protocol, since when it is connected or away, how often again",
  ],
  ["`lastError`", "the last failure, even if it is over"],
  ["`tools`, `resources`, `templates`, `prompts`", "how many it has"],
  [
    "`breaker`",
    "`isOpen`: it cannot be reached and only trials are sent. `pausedTools`: tools that wait for one caller",
  ],
  ["`clauses`", "for each checked clause its mode, and how often it was checked and broken"],
] as const;

const toolKeys = [
  ["`server`", "the name of a server, or `local`"],
  ["`state`", "`callable`, `callable-with-approval` or `held`"],
  ["`q`", "words that must be in the names or the description, at most 200 characters"],
  ["`limit`", "1 to 100. Default: 50"],
  ["`cursor`", "the `next` of the page before"],
] as const;

const driftMembers = [
  ["`digest`, `locked`", "the digest now, and the entry of the lock"],
  ["`changes`", "every place that differs, as JSON texts. `null` if the contract is too large"],
  ["`class`", "how the lock classifies the change"],
  [
    "`effects`",
    "what the changes mean for callers. `witness` is an input that is refused now, or an output that could not come before. `null` if it took too long",
  ],
  ["`isAdmissible`, `decision`", "whether an admission releases it, and the newest decision"],
] as const;

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
