import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type JsonObject,
  type RunState,
  type RunSummary,
  type RunsPage,
  runStates,
  type ToolRuns,
} from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";
import { readQuery, wishFor } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";
import { tenantOf } from "./operator.ts";
import type { AdminPart, AdminSender } from "./part.ts";

/** The paths of runs. Public: never renamed, never reused. */
export const runRoutes = [
  { method: "GET", path: "/admin/v1/runs", shows: "list" },
  { method: "GET", path: "/admin/v1/runs/{id}", shows: "one" },
] as const;

const readPermission = "runs:read";

/** A tool that goes on over several calls. */
export interface RunningTool {
  /** The name in its contract. */
  readonly name: string;
  readonly runs: ToolRuns;
  /** Whether a principal may know of it. Default: all may. */
  readonly isSeenBy?: (principal: Principal) => boolean;
}

const match = matcherOf(runRoutes);

/** Shows people the runs of tools that go on over several calls. */
export function runsPart(tools: () => readonly RunningTool[]): AdminPart {
  return {
    isAbout: ({ url = "" }) => /^\/admin\/v1\/runs(?:[/?]|$)/.test(url),
    answer: (request, sender) => answerAboutRuns(tools, request, sender),
  };
}

async function answerAboutRuns(
  tools: () => readonly RunningTool[],
  request: IncomingMessage,
  { require: permit, principal }: AdminSender,
): Promise<JsonObject> {
  const { url = "", method } = request;
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  if (queries.length > (route.shows === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  const page = pageIn(queries.join(""));
  permit(readPermission);
  const seen = tenantOf(principal);
  return route.shows === "list"
    ? listed(tools(), { ...page, ...seen }, principal)
    : shown(tools(), parts.join(""), seen);
}

/** The requested part of the list. */
interface Wanted extends RunsPage {
  /** Default: the runs of all tools. */
  readonly tool?: string;
}

const maxListed = 100;
const expected = `tool, state (${runStates.join(", ")}), limit (1 to ${maxListed}) and cursor, each once`;

type Wish = (value: string) => Partial<Wanted> | undefined;

const wishes = new Map<string, Wish>([
  ["tool", (tool) => ({ tool })],
  ["state", wishFor<RunState>(runStates)],
  [
    "limit",
    (value) => {
      const max = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      return max >= 1 && max <= maxListed ? { max } : undefined;
    },
  ],
  [
    "cursor",
    (value) => {
      const [, beganAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,16}Z)\.([\da-f]{64})$/.exec(value) ?? [];
      return beganAt === undefined || id === undefined ? undefined : { before: { beganAt, id } };
    },
  ],
]);

function pageIn(query: string): Wanted {
  const wanted = readQuery<Partial<Wanted>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: 50, ...wanted };
}

async function listed(
  tools: readonly RunningTool[],
  { tool, max, ...page }: Wanted,
  principal: Principal,
): Promise<JsonObject> {
  const asked = tools.filter(({ name }) => tool === undefined || name === tool);
  const found = await fromStore(() =>
    Promise.all(asked.map(({ runs }) => runs.list({ ...page, max: max + 1 }))),
  );
  const { tenant } = page;
  // A tool keeps its runs itself, and may know nothing of tenants.
  const own = found.flat().filter((run) => tenant === undefined || run.tenant === tenant);
  const sorted = own.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
  const rows = sorted.slice(0, max);
  const last = rows.at(-1);
  return {
    tools: tools.filter((each) => each.isSeenBy?.(principal) !== false).map(({ name }) => name),
    runs: rows.map((each) => ({ ...each })),
    ...(sorted.length > max && last !== undefined && { next: keyOf(last) }),
  };
}

function keyOf({ beganAt, id }: RunSummary): string {
  return `${beganAt}.${id}`;
}

async function shown(
  tools: readonly RunningTool[],
  id: string,
  { tenant }: { readonly tenant?: string | null },
): Promise<JsonObject> {
  const found = await fromStore(() => Promise.all(tools.map(({ runs }) => runs.show(id))));
  const run = found.find((each) => each !== undefined);
  if (run === undefined || (tenant !== undefined && run.tenant !== tenant)) throw unknown;
  const { steps, edges, ...summary } = run;
  return {
    ...summary,
    steps: steps.map((each) => ({ ...each })),
    edges: edges.map((each) => ({ ...each })),
  };
}

const unknown = new Refusal("run-unknown", {});

/** The store is that of a tool, so its errors are not ours. */
async function fromStore<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (cause) {
    throw new Refusal("admin-unavailable", { because: "store" }, { cause });
  }
}
