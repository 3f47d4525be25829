import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import { approvals, callEvent, overviewNow } from "./fixture-data.ts";
import { meWith } from "./fixture-me.ts";
import type { FixtureRoutes, FixtureServer } from "./fixture-server.ts";
import { askStates } from "./pages/ask-states.ts";
import { auditStates } from "./pages/audit-states.ts";
import { callStates } from "./pages/calls.ts";
import { connectionStates } from "./pages/connections.ts";
import { draftStates } from "./pages/drafts.ts";
import { policyStates } from "./pages/policy.ts";
import { quarantineStates } from "./pages/quarantine-states.ts";
import { resultStates } from "./pages/results-states.ts";
import { runsStates } from "./pages/runs-states.ts";
import { serverStates } from "./pages/server-states.ts";
import { settingsStates } from "./pages/settings-states.ts";
import { toolStates } from "./pages/tool-states.ts";
import { tryStates } from "./pages/try-states.ts";

/** A page in one of its states. */
export interface PageState {
  readonly name: string;
  /** Below `/console/`. Undefined: signed out. */
  readonly path: string | undefined;
  /** Changes of the usual answers. Default: none. */
  readonly routes?: FixtureRoutes;
  /** Brings the page into the state. Default: nothing. */
  readonly prepare?: (page: Page, server: FixtureServer) => Promise<void>;
  /** Whether the documentation shows it. Default: no. */
  readonly isShown?: boolean;
}

const [write, destroy, long] = approvals.map(({ id }) => `approvals/${id}`);

function refusing(key: string, status: number, code: string): FixtureRoutes {
  const error = { code, message: "There is no such approval request.", next: "toolcourt doctor" };
  return { [key]: () => ({ status, body: { error } }) };
}

/** Answers with the usual overview and these changes. */
function overviewWith(changes: JsonObject): FixtureRoutes {
  return { "GET overview": () => ({ body: { ...overviewNow(), ...changes } }) };
}

const nothingWaits = Object.fromEntries(
  [
    "approvals",
    "heldTools",
    "drafts",
    "unfinishedCalls",
    "unsignedRows",
    "expiringConnections",
  ].map((name) => [name, 0]),
);

async function sendCalls(page: Page, server: FixtureServer): Promise<void> {
  await page.locator(".live-connected").waitFor();
  for (let index = 0; index < 40; index += 1) server.send("calls", callEvent(index));
  server.send("gap", {});
  server.send("calls", callEvent(41));
  await page.locator(".live-rows .gap").waitFor();
}

async function typeWrong(page: Page): Promise<void> {
  await page.locator("#digest").fill("8d2b");
}

/** Every page in every state. */
export const states: readonly PageState[] = [
  { name: "sign-in", path: undefined, isShown: true },
  {
    name: "sign-in, refused",
    path: undefined,
    routes: refusing("POST session", 401, "console-refused"),
    prepare: async (page) => {
      await page.locator("#key").fill("wrong");
      await page.keyboard.press("Enter");
      await page.locator(".problem").waitFor();
    },
  },
  {
    name: "sign-in, with an issuer",
    path: undefined,
    routes: { "GET session": () => ({ body: { login: { host: "login.example.com" } } }) },
    prepare: (page) => page.locator(".issuer").waitFor(),
    isShown: true,
  },
  { name: "overview", path: "", prepare: sendCalls, isShown: true },
  {
    name: "overview, as a table",
    path: "?only=refused",
    prepare: (page) => page.locator("summary").click(),
  },
  {
    name: "overview, empty",
    path: "",
    routes: overviewWith({
      waiting: nothingWaits,
      servers: [],
      calls: { bucketSeconds: 10, buckets: [] },
    }),
  },
  {
    name: "overview, failing",
    path: "",
    routes: refusing("GET overview", 503, "admin-unavailable"),
  },
  { name: "approvals", path: "approvals", isShown: true },
  {
    name: "approvals, empty",
    path: "approvals",
    routes: { "GET approvals": () => ({ body: { approvals: [] } }) },
  },
  { name: "approvals, done", path: "approvals?state=done&cursor=1-0" },
  {
    name: "approvals, without permission",
    path: "approvals",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
    isShown: true,
  },
  { name: "approval", path: write, isShown: true },
  { name: "approval, typed wrong", path: write, prepare: typeWrong },
  { name: "approval, exact text", path: `${write}?view=exact` },
  { name: "approval, destroying", path: destroy },
  { name: "approval, long value closed", path: long },
  {
    name: "approval, long value open",
    path: long,
    prepare: (page) => page.locator(".open-long").click(),
  },
  {
    name: "approval, read only",
    path: write,
    routes: { "GET me": () => ({ body: meWith(["approvals:read"]) }) },
  },
  { name: "approval, unknown", path: "approvals/ffff" },
  ...callStates,
  ...auditStates,
  ...quarantineStates,
  ...resultStates,
  ...policyStates,
  ...connectionStates,
  ...draftStates,
  ...settingsStates,
  ...askStates,
  ...runsStates,
  { name: "unknown page", path: "nothing" },
  {
    name: "commands",
    path: "approvals",
    prepare: (page) => page.keyboard.press("Control+k"),
  },
  { name: "keys", path: "approvals", prepare: (page) => page.keyboard.press("?") },
  {
    name: "deny",
    path: write,
    prepare: (page) => page.getByRole("button", { name: "Deny" }).click(),
  },
  ...toolStates,
  ...serverStates,
  ...tryStates,
];
