import { meWith } from "../fixture-data.ts";
import type { PageState } from "../states.ts";
import { settingsPage } from "./settings.ts";

const refused = {
  code: "reload-refused",
  message: "Nothing was changed: toolcourt.yaml:4:10: Expected a web address.",
  next: "toolcourt effective --diff",
};

const look = { name: "See what would change" } as const;

/** The pages of the settings in every state. */
export const settingsStates: readonly PageState[] = [
  { name: "settings", path: "settings", isShown: true },
  {
    name: "settings, plan of a reload",
    path: "settings",
    prepare: async (tab) => {
      await tab.getByRole("button", look).click();
      await tab.locator(".changes").waitFor();
    },
  },
  {
    name: "settings, reload confirmed",
    path: "settings",
    prepare: async (tab) => {
      await tab.getByRole("button", look).click();
      await tab.getByRole("button", { name: "Reload", exact: true }).click();
      await tab.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "settings, reload refused",
    path: "settings",
    routes: { "POST reload/plan": () => ({ status: 409, body: { error: refused } }) },
    prepare: async (tab) => {
      await tab.getByRole("button", look).click();
      await tab.locator(".problem").waitFor();
    },
  },
  {
    name: "settings, nothing found",
    path: "settings?q=nothing&origin=file",
    routes: { "GET config/effective": () => ({ body: settingsPage([]) }) },
  },
  {
    name: "settings, failing",
    path: "settings",
    routes: { "GET config/effective": () => ({ status: 503, body: { error: refused } }) },
  },
  {
    name: "settings, without limits",
    path: "settings",
    routes: {
      "GET config/effective": () => ({
        body: settingsPage([], { limits: { from: "the store", total: 0, entries: [] } }),
      }),
    },
  },
  {
    name: "settings, limits without permission",
    path: "settings",
    routes: { "GET config/effective": () => ({ body: settingsPage([], { limits: null }) }) },
  },
  {
    name: "settings, without reload",
    path: "settings",
    routes: { "GET me": () => ({ body: meWith(["configuration:read"]) }) },
  },
  {
    name: "settings, without permission",
    path: "settings",
    routes: { "GET me": () => ({ body: meWith(["approvals:read"]) }) },
  },
  {
    name: "connect",
    path: "settings/connect",
    prepare: (tab) => tab.getByText("Cursor", { exact: true }).click(),
    isShown: true,
  },
  { name: "connect, endpoint", path: "settings/connect?at=%2Fmcp%2Fsupport" },
];
