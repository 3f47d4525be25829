import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool, Snapshot } from "../../catalog/snapshot.ts";
import { summaryOf } from "../../catalog/summarize-tool.ts";
import { countTools } from "../../catalog/tool-state.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { AdminPart, AdminSender } from "./part.ts";
import { type DriftOf, driftJson } from "./tool-drift.ts";
import { findTools } from "./tool-list.ts";
import { cursorBehind, isAboutTools, type ToolPage, toolAskIn } from "./tool-requests.ts";

/** What reviewers of a running gateway see of its tools. */
export interface ToolReview {
  readonly snapshot: () => Snapshot;
  /** Whether a principal may know of a tool. */
  readonly isSeenBy: (principal: Principal, tool: RegisteredTool) => boolean;
  /** Returns a tool's contract and all that applies to it. */
  readonly describe: (tool: RegisteredTool, sender: AdminSender) => Promise<object>;
  /** Compares a tool with its lock entry. */
  readonly driftOf: DriftOf;
}

/** Answers requests about tools. A tool that its sender may not know of is none. */
export function toolsPart(review: ToolReview): AdminPart {
  return {
    isAbout: isAboutTools,
    answer: async (request, sender) => {
      const ask = toolAskIn(request);
      sender.require(ask.kind === "drift" ? "admissions:read" : "tools:read");
      if (ask.kind === "list") return list(review, sender, ask.page);
      const tool = find(review, sender.principal, ask);
      const shown = rowOf(tool);
      if (ask.kind === "drift") return { ...shown, ...driftJson(await review.driftOf(tool)) };
      return { ...shown, ...(await review.describe(tool, sender)) };
    },
  };
}

/** Finds a tool by its server and the server's own name of it. */
function find(
  { snapshot, isSeenBy }: Pick<ToolReview, "snapshot" | "isSeenBy">,
  principal: Principal,
  { server, name }: { readonly server: string; readonly name: string },
): RegisteredTool {
  for (const tool of snapshot().tools.values()) {
    const { contract } = tool;
    if (contract.name !== name || contract.server !== server) continue;
    if (isSeenBy(principal, tool)) return tool;
  }
  throw new Refusal("tool-absent", {});
}

function list(
  { snapshot, isSeenBy }: ToolReview,
  { principal }: AdminSender,
  { max, behind, ...filter }: ToolPage,
): JsonObject {
  const seen = [...snapshot().tools.values()].filter((tool) => isSeenBy(principal, tool));
  const { tools, matching, isMore } = findTools(seen, filter, { behind, max });
  const last = tools.at(-1);
  return {
    tools: tools.map(rowOf),
    matching,
    summary: { ...countTools(seen) },
    servers: [...new Set(seen.map(({ contract }) => contract.server))].toSorted(),
    ...(isMore && last !== undefined && { next: cursorBehind(last.publicName) }),
  };
}

/** The beginning of a description that a list shows. */
const maxShown = 300;

function rowOf(tool: RegisteredTool): JsonObject {
  const { contract, settings, hold } = tool;
  const { maxInstances, timeoutMs } = settings;
  const { rateLimit } = contract.terms;
  const { reason = null, change = null, next = null, ...summary } = summaryOf(tool);
  return {
    ...summary,
    name: contract.name,
    summary: contract.description.slice(0, maxShown).toWellFormed(),
    hold: hold?.kind ?? null,
    reason,
    change,
    next,
    limits: {
      maxInstances,
      timeoutMs,
      rateLimit: rateLimit === undefined ? null : { ...rateLimit },
    },
  };
}
