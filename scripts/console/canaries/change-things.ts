import type { Items } from "./ask-routes.ts";
import type { WatchedTab } from "./tab.ts";

const none = "none";

/** Sends what no page of the walk has sent. A refusal is an answer, too. */
export async function changeThings({ ask }: WatchedTab, items: Items): Promise<void> {
  const first = (list: string, name: string): string => items.get(list)?.[0]?.[name] ?? none;
  const draft = `drafts/${first("drafts", "set")}/${encodeURIComponent(first("drafts", "name"))}`;
  const approval = `approvals/${items.get("approvals")?.at(-1)?.["id"] ?? none}`;
  const grant = { server: "echo", tool: "as-text", principal: "key:ci", uses: 2, for: "PT5M" };
  const sent: readonly (readonly [path: string, body: object])[] = [
    [`${approval}/deny`, {}],
    [`${approval}/revoke`, {}],
    ["grants", { ...grant, reason: "A trial." }],
    ["grants/none/revoke", {}],
    ["drafts", { set: "pets", from: "other.json", document: "{}" }],
    [`${draft}/edit`, { tool: {}, operation: {} }],
    [`${draft}/approve`, { digest: "sha256:00" }],
    [`${draft}/reject`, {}],
    [`quarantine/${first("quarantine?limit=10", "id")}/forget`, {}],
    ["audit/unfinished/close", { rows: [1] }],
    ["admissions/echo/as-text/admit", { digest: "sha256:00" }],
    ["admissions/echo/as-text/withdraw", {}],
    ["policy", { text: "version: 1\n...\n", replaces: null }],
    [`connections/${first("connections", "id")}/revoke`, {}],
  ];
  const connections = (items.get("connections") ?? []).map(({ id = none }) => id);
  await Promise.all(connections.map((id) => ask(`connections/${id}/test`, {})));
  for (const [path, body] of sent) await ask(path, body);
  for (const path of ["grants", "grants/none", "audit/export", "overview"]) await ask(path);
}
