import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

/** The id of the run that has a page. */
export const shownId = "5f0c8d2a91c07be4".repeat(4);

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

function run(index: number, more: JsonObject = {}): JsonObject {
  return {
    id: index === 0 ? shownId : index.toString(16).padStart(64, "0"),
    tool: "close-month",
    name: `2026-${String(11 - index).padStart(2, "0")}`,
    userId: "ada@example.com",
    tenant: null,
    state: "waits",
    code: null,
    beganAt: ago(40 + index * 900),
    changedAt: ago(3 + index * 900),
    ...more,
  };
}

const listed = (): readonly JsonObject[] => [
  run(0),
  run(1, { state: "running", tool: "restock-item", name: "pens" }),
  run(2, { state: "stopped", code: "workflow-outcome-unknown" }),
  run(3, { state: "done" }),
  run(4, { state: "done", userId: null, name: "unnamed-8d2a91c07be48d2a91c07be45f0c8d2a" }),
];

const callId = "5f0c8d2a-91c0-4be4-8d2a-91c07be45f0c";
const none = { callId: null, code: null, approval: null, at: null };

function step(name: string, tool: string | null, more: JsonObject = {}): JsonObject {
  const kind = tool === null ? "pure" : tool.startsWith("list") ? "read" : "tool";
  const done = { ...none, state: "done", at: ago(5), callId: tool === null ? null : callId };
  return { name, kind, tool, ...done, ...more };
}

function edge(from: string, to: string, kind = "always"): JsonObject {
  return { from, to, kind };
}

/** A graph with parallel steps, a choice, a failure edge and a loop. */
export function shownRun(more: JsonObject = {}): JsonObject {
  return {
    ...run(0),
    steps: [
      step("list-invoices", "list_invoices"),
      step("list-payments", "list_payments"),
      step("match", null),
      step("remind", "send_mail", { state: "refused", code: "policy-denied" }),
      step("apologize", "send_mail", { state: "open", ...none }),
      step("close-the-books-of-the-month", "close_books", {
        state: "waits",
        approval: "5f0c8d2a91c07be48d2a91c07be45f0c",
      }),
    ],
    edges: [
      edge("__start__", "list-invoices"),
      edge("__start__", "list-payments"),
      edge("list-invoices", "match"),
      edge("list-payments", "match"),
      edge("match", "remind", "choice"),
      edge("match", "close-the-books-of-the-month", "choice"),
      edge("remind", "match"),
      edge("remind", "apologize", "failure"),
      edge("apologize", "__end__"),
      edge("close-the-books-of-the-month", "__end__"),
    ],
    isChanged: false,
    ...more,
  };
}

/** Runs in every state, and the page of one. */
export const runRoutes: FixtureRoutes = {
  "GET runs": () => ({
    body: { tools: ["close-month", "restock-item"], runs: [...listed()], next: "x" },
  }),
  [`GET runs/${shownId}`]: () => ({ body: shownRun() }),
};

/** Shows hostile strings as names, people, codes and steps. */
export function hostileRuns(strings: readonly string[]): FixtureRoutes {
  const rows = strings
    .slice(0, 100)
    .map((text, index) => run(index, { tool: text, name: text, userId: text, code: text }));
  const steps = strings
    .slice(0, 40)
    .map((text, index) =>
      step(`${index}${text}`, text, { callId: text, code: text, approval: text }),
    );
  const names = steps.map((_, index) => `${index}${strings[index] ?? ""}`);
  const edges = names.map((name, index) => edge(names[index - 1] ?? "__start__", name));
  return {
    "GET runs": () => ({ body: { tools: ["a"], runs: rows } }),
    [`GET runs/${shownId}`]: () => ({
      body: shownRun({ name: "\u{202e}gnp.exe", tool: "\u{200b}", steps, edges }),
    }),
  };
}
