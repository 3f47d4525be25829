import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";
import { drifted, pageOf, rowOf } from "./tool-rows.ts";
import { admitted, driftWith, explanation, locked, toolWith } from "./tools.ts";

const one = "\u{202e}gnp.exe";
const hostile = { server: "<img src=x onerror=alert(1)>", tool: one, name: one };
const source = { kind: "file", file: one, line: 1, column: 1 };
const until = locked.approvedAt;

/** Answers in which every foreign text is hostile. */
export function hostileTools(strings: readonly string[]): FixtureRoutes {
  const drift = `${encodeURIComponent(hostile.server)}/${encodeURIComponent(one)}/drift`;
  const rows = strings.map((text, index) => hostileRow(text, index));
  return {
    "GET tools": () => ({ body: pageOf(rows, { servers: [...strings] }) }),
    "GET tools/bank/hostile": () => ({ body: hostileTool(strings) }),
    [`GET tools/${drift}`]: () => ({ body: hostileDrift(strings) }),
  };
}

function hostileRow(text: string, index: number): JsonObject {
  const names = { server: text, tool: text, name: `${index}${text}` };
  return { ...rowOf(drifted), ...names, summary: text, reason: text, approval: text };
}

function hostileTool(strings: readonly string[]): JsonObject {
  const members = Object.fromEntries(strings.map((text, index) => [`${index} ${text}`, text]));
  return toolWith({
    ...hostile,
    reason: one,
    change: strings.join(),
    next: "\u{2066}toolcourt",
    description: strings.join("\n"),
    contract: { digest: one, lockDigest: one, received: members, presented: members },
    lock: { ...locked, approvedBy: one },
    explanation: { ...explanation, ...hostileExplanation(strings) },
    rules: {},
  });
}

function hostileExplanation(strings: readonly string[]): JsonObject {
  return {
    findings: strings.map((text) => ({
      rule: text,
      severity: "error",
      pointer: text,
      message: text,
      requirements: [],
    })),
    effectBecause: one,
    settings: {
      maxInstances: { value: 5, from: source },
      timeoutMs: { value: 5, from: { kind: "variable", name: one } },
      approval: { value: one, from: { kind: "policy", file: one, limit: one } },
    },
    limits: [{ limit: one, file: one, retries: 1 }],
    grants: [{ id: "1", principal: one, left: 1, expiresAt: until, isCurrent: true }],
    endpoints: [{ name: one, path: one, tool: one }],
    steps: [{ tool: one, state: one }],
  };
}

function hostileDrift(strings: readonly string[]): JsonObject {
  return driftWith({
    locked: { ...locked, approvedBy: one },
    decision: { ...admitted, by: one, note: one },
    changes: strings.map((text, index) => ({
      pointer: `/${index}${text}`,
      was: JSON.stringify(text),
      now: JSON.stringify(`${text} and ${one}`),
    })),
    class: one,
    effects: strings.map((text) => ({
      kind: "breaking",
      pointer: text,
      version: "new",
      message: text,
      witness: { side: "output", value: JSON.stringify(text), part: null },
    })),
  });
}
