import type { JsonObject } from "@toolcourt/sdk";

const limits = { maxInstances: 5, timeoutMs: 15_000, rateLimit: null };

interface Row {
  readonly server: string;
  readonly tool: string;
  readonly summary: string;
  /** Default: it reads. */
  readonly effect?: "write" | "destroy";
  readonly approval?: "caller" | "operator";
  readonly hold?: string;
  readonly reason?: string;
  readonly next?: string;
}

function stateOf({ approval, hold }: Row): string {
  if (hold !== undefined) return "held";
  return approval === undefined ? "callable" : "callable-with-approval";
}

/** A tool as the list has it. */
export function rowOf(row: Row): JsonObject {
  return {
    name: row.tool,
    effect: "read",
    approval: "none",
    untyped: row.tool === "list_invoices",
    hold: null,
    reason: null,
    change: null,
    next: null,
    limits: row.tool === "search_issues" ? { ...limits, rateLimit: rate } : limits,
    ...row,
    state: stateOf(row),
  };
}

const rate = { maxCalls: 60, windowMs: 60_000 };
/** A tool that differs from the lock. */
export const drifted = {
  server: "bank",
  tool: "transfer_money",
  effect: "write",
  approval: "operator",
  hold: "drifted",
  reason: "its contract differs from the lock: breaking",
  next: "toolcourt lock --approve bank/transfer_money",
  summary: "Moves money between two accounts of the company.",
} as const;

const rows: readonly JsonObject[] = [
  {
    server: "github",
    tool: "delete_branch",
    effect: "destroy",
    approval: "operator",
    reason: "it can destroy data",
    summary: "Deletes a branch of a repository, with its commits that no other branch has.",
  } as const,
  { server: "bank", tool: "list_invoices", summary: "Lists the invoices of a month." } as const,
  {
    server: "hr",
    tool: "read_payroll",
    hold: "nonconformant",
    reason: "it breaks input/closed",
    next: "toolcourt adopt hr --only read_payroll",
    summary: "Reads the salaries of a department.",
  } as const,
  {
    server: "github",
    tool: "search_issues",
    summary: "Finds issues by words and labels.",
  } as const,
  {
    server: "office",
    tool: "send_mail",
    effect: "write",
    approval: "caller",
    reason: "its settings demand approval",
    summary: "Sends a mail in the name of the caller.",
  } as const,
  drifted,
].map(rowOf);

/** A page of the list. */
export function pageOf(
  tools: readonly JsonObject[] = rows,
  differences: JsonObject = {},
): JsonObject {
  return {
    tools: [...tools],
    matching: tools.length,
    summary: { tools: 6, callable: 2, withApproval: 2, held: 2, drifted: 1, untyped: 1 },
    servers: ["bank", "github", "hr", "office"],
    ...differences,
  };
}
