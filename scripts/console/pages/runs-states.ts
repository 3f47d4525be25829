import { meWith } from "../fixture-data.ts";
import type { PageState } from "../states.ts";
import { shownId, shownRun } from "./runs.ts";

const path = `runs/${shownId}`;
const error = {
  code: "admin-unavailable",
  message: "The store failed.",
  next: "toolcourt runs list",
};

/** The pages about runs, in every state. */
export const runsStates: readonly PageState[] = [
  { name: "runs", path: "runs", isShown: true },
  {
    name: "runs, none of them",
    path: "runs?state=stopped&cursor=x",
    routes: { "GET runs": () => ({ body: { tools: ["close-month"], runs: [] } }) },
  },
  {
    name: "runs, without workflows",
    path: "runs",
    routes: { "GET runs": () => ({ body: { tools: [], runs: [] } }) },
  },
  {
    name: "runs, failing",
    path: "runs",
    routes: { "GET runs": () => ({ status: 503, body: { error } }) },
  },
  {
    name: "runs, without permission",
    path: "runs",
    routes: { "GET me": () => ({ body: meWith(["approvals:read"]) }) },
  },
  { name: "run", path, isShown: true },
  {
    name: "run, changed and running",
    path,
    routes: {
      [`GET ${path}`]: () => ({ body: shownRun({ isChanged: true, state: "running" }) }),
    },
  },
  { name: "run, unknown", path: "runs/ffff" },
];
