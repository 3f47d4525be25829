import type { JsonObject } from "@toolcourt/sdk";
import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";
import { callId, listed, output, shown } from "./results.ts";

function showing(body: JsonObject): FixtureRoutes {
  return { [`GET results/${callId}`]: () => ({ body }) };
}

const large = JSON.stringify({ text: "0123456789 ".repeat(30_000) }).slice(0, 256 * 1_024);
const many = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
const unknown = { code: "result-refused", message: "There is no such result." };

/** The pages of kept results in each of their states. */
export const resultStates: readonly PageState[] = [
  { name: "results", path: "results", isShown: true },
  {
    name: "results, empty",
    path: "results",
    routes: { "GET results": () => ({ body: { results: [] } }) },
  },
  {
    name: "results, nothing matches",
    path: "results?tool=none&cursor=1-0",
    routes: { "GET results": () => ({ body: { results: [] } }) },
  },
  {
    name: "results, failing",
    path: "results",
    routes: {
      "GET results": () => ({
        status: 503,
        body: { error: { code: "admin-unavailable", message: "The store failed." } },
      }),
    },
  },
  {
    name: "results, without permission",
    path: "results",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "result", path: `results/${callId}`, isShown: true },
  { name: "result, exact text", path: `results/${callId}?view=exact` },
  {
    name: "result, saved",
    path: `results/${callId}`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save the whole text" }).click();
      await page.getByText("Saved.").waitFor();
    },
  },
  {
    name: "result, 10 MB",
    path: `results/${callId}`,
    routes: showing(shown(large, { bytes: 10_485_812, isCut: true })),
  },
  { name: "result, too many parts", path: `results/${callId}`, routes: showing(shown(many)) },
  {
    name: "result, altered",
    path: `results/${callId}`,
    routes: showing(
      shown("", { text: null, isIntact: false, inLog: { kind: "differs", row: 48_203 } }),
    ),
  },
  {
    name: "result, not in the log",
    path: `results/${callId}`,
    routes: showing(shown(JSON.stringify(output), { ...listed(2), inLog: { kind: "missing" } })),
  },
  {
    name: "result, no log",
    path: `results/${callId}`,
    routes: {
      ...showing(shown("{}", { inLog: { kind: "unrecorded" } })),
      "GET me": () => ({ body: meWith(["results:read"]) }),
    },
  },
  {
    name: "result, unknown",
    path: "results/none",
    routes: { "GET results/none": () => ({ status: 404, body: { error: unknown } }) },
  },
];
