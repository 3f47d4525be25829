import type { JsonObject } from "@toolcourt/sdk";
import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";
import { pageOf } from "./tool-rows.ts";
import { admitted, driftWith, explanation, path, toolWith } from "./tools.ts";

function failing(key: string, status: number, code: string): FixtureRoutes {
  const error = { code, message: "There is no such tool.", next: "toolcourt tools" };
  return { [key]: () => ({ status, body: { error } }) };
}

function drifting(differences: JsonObject): FixtureRoutes {
  return { [`GET ${path}/drift`]: () => ({ body: driftWith(differences) }) };
}

const drift = `${path}?tab=drift`;

/** The pages of tools in every state. */
export const toolStates: readonly PageState[] = [
  { name: "tools", path: "tools", isShown: true },
  { name: "tools, filtered", path: "tools?q=mail&state=held&server=office&cursor=c2VuZA" },
  {
    name: "tools, none matches",
    path: "tools?q=nothing",
    routes: { "GET tools": () => ({ body: pageOf([]) }) },
  },
  {
    name: "tools, none known",
    path: "tools",
    routes: {
      "GET tools": () => ({
        body: pageOf([], { summary: { tools: 0, callable: 0, withApproval: 0, held: 0 } }),
      }),
    },
  },
  {
    name: "tools, failing",
    path: "tools",
    routes: failing("GET tools", 503, "admin-unavailable"),
  },
  {
    name: "tools, without permission",
    path: "tools",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "tool", path, isShown: true },
  { name: "tool, as received", path: `${path}?view=received` },
  {
    name: "tool, too large",
    path,
    routes: {
      [`GET ${path}`]: () => ({
        body: toolWith({
          contract: { digest: "", lockDigest: "", received: null, presented: null },
        }),
      }),
    },
  },
  { name: "tool, unknown", path: "tools/bank/none" },
  { name: "tool, findings", path: `${path}?tab=findings` },
  {
    name: "tool, no findings",
    path: `${path}?tab=findings`,
    routes: {
      [`GET ${path}`]: () => ({
        body: toolWith({ explanation: { ...explanation, findings: [] } }),
      }),
    },
  },
  { name: "tool, settings", path: `${path}?tab=settings` },
  { name: "tool, drift", path: drift, isShown: true },
  {
    name: "tool, drift typed wrong",
    path: drift,
    prepare: (page) => page.locator("#digest").fill("8d2b"),
  },
  {
    name: "tool, drift admitted",
    path: drift,
    routes: drifting({ decision: admitted, isAdmissible: false, state: "callable", hold: null }),
  },
  {
    name: "tool, withdrawing",
    path: drift,
    routes: drifting({ decision: admitted, isAdmissible: false, state: "callable", hold: null }),
    prepare: (page) => page.getByRole("button", { name: "Withdraw the admission" }).click(),
  },
  {
    name: "tool, drift too late to prove",
    path: drift,
    routes: drifting({ effects: null, class: null }),
  },
  { name: "tool, drift too large", path: drift, routes: drifting({ changes: null }) },
  {
    name: "tool, held otherwise",
    path: drift,
    routes: drifting({ changes: [], isAdmissible: false }),
  },
  {
    name: "tool, not in the lock",
    path: drift,
    routes: drifting({ locked: null, changes: [], isAdmissible: false }),
  },
  {
    name: "tool, drift without permission",
    path: drift,
    routes: { "GET me": () => ({ body: meWith(["tools:read"]) }) },
  },
  {
    name: "tool, drift read only",
    path: drift,
    routes: { "GET me": () => ({ body: meWith(["tools:read", "admissions:read"]) }) },
  },
];
