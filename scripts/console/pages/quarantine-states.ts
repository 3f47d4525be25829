import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";
import { id } from "./quarantine.ts";

const unknown = { code: "quarantined-unknown", message: "There is no such quarantined result." };
const without: FixtureRoutes = {
  "GET quarantine": () => ({ body: { results: [], isMore: false } }),
};

/** The pages of the quarantine in each of their states. */
export const quarantineStates: readonly PageState[] = [
  { name: "quarantine", path: "quarantine", isShown: true },
  { name: "quarantine, empty", path: "quarantine", routes: without },
  {
    name: "quarantine, nothing matches",
    path: "quarantine?tool=find_customer&since=2026-11-01T00:00:00Z&cursor=1-0",
    routes: without,
  },
  {
    name: "quarantine, failing",
    path: "quarantine",
    routes: {
      "GET quarantine": () => ({
        status: 503,
        body: { error: { code: "admin-unavailable", message: "The store failed." } },
      }),
    },
  },
  {
    name: "quarantine, without permission",
    path: "quarantine",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "quarantined", path: `quarantine/${id}`, isShown: true },
  { name: "quarantined, exact text", path: `quarantine/${id}?view=exact` },
  {
    name: "quarantined, forgetting",
    path: `quarantine/${id}`,
    prepare: (page) => page.getByRole("button", { name: "Forget" }).click(),
  },
  {
    name: "quarantined, forgotten",
    path: `quarantine/${id}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Forget" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
      await page.locator("table").waitFor();
    },
  },
  {
    name: "quarantined, read only",
    path: `quarantine/${id}`,
    routes: { "GET me": () => ({ body: meWith(["quarantine:read"]) }) },
  },
  {
    name: "quarantined, unknown",
    path: "quarantine/none",
    routes: { "GET quarantine/none": () => ({ status: 404, body: { error: unknown } }) },
  },
];
