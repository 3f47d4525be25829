import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { RunSummary } from "@toolcourt/sdk";
import { expect, it } from "vitest";
import { type RunningTool, runsPart } from "./runs.ts";

function runOf(tool: string, tenant: string): RunSummary {
  const at = "2026-11-01T12:00:00.000Z";
  const id = (tenant === "north" ? "a" : "b").repeat(64);
  const times = { beganAt: at, changedAt: at };
  return { id, tool, name: "monday", userId: null, tenant, state: "done", code: null, ...times };
}

/** A tool that keeps runs of two tenants, and gives all of them to everyone. */
function careless(name: string, isSeen: boolean): RunningTool {
  const runs = ["north", "south"].map((tenant) => runOf(name, tenant));
  const shown = { list: async () => runs, show: async () => undefined };
  return { name, runs: shown, isSeenBy: () => isSeen };
}

it("shows a tenant its own runs, whatever a tool gives, and no name of a hidden tool", async () => {
  const part = runsPart(() => [careless("restock-item", true), careless("pay-wages", false)]);
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: "/admin/v1/runs?tool=restock-item" });
  const principal = { id: "key:nora", tenant: "north", permissions: [], kind: "user" } as const;

  const answer = await part.answer(request, {
    principal,
    may: () => true,
    require: () => undefined,
  });

  expect(answer).toEqual({ tools: ["restock-item"], runs: [runOf("restock-item", "north")] });
});
