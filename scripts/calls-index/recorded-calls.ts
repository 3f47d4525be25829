import { Refusal } from "../../packages/contracts/src/errors/refusal.ts";
import type {
  AuditedCall,
  AuditedEnding,
} from "../../packages/gateway/src/governance/audit/audited-call.ts";
import { intentOf, outcomeOf } from "../../packages/gateway/src/governance/audit/call-entries.ts";
import type { AuditEntry } from "../../packages/gateway/src/stores/audit-store.ts";

/** When the first call began. */
export const began: number = Date.UTC(2026, 0, 1);
export const dayMs = 86_400_000;
const days = 90;

/** Builds both entries of one of many calls, as the gateway does. */
export function entriesOf(number: number, of: number): readonly [AuditEntry, AuditEntry] {
  const call = callOf(number);
  const at = began + Math.floor((number * days * dayMs) / of);
  const ms = 5 + (number % 200);
  const subject = { id: subjectOf(number % 5_000), proof: `sha256:${"a1".repeat(32)}` };
  const moment = { at, monotonic: number };
  const ended = { at: at + ms, monotonic: number + ms };
  return [
    intentOf(call, { subject, moment }),
    outcomeOf(call, endingOf(number), { moment: ended, ms, address: "https://crm.example/mcp" }),
  ];
}

function callOf(number: number): AuditedCall {
  const [tool, server] = toolOf(number);
  return {
    callId: idOf(number),
    principal: { id: `user-${number % 5_000}`, kind: "user", ...tenantOf(number) },
    correlationId: idOf(number + 1),
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    agent: { name: "claude-code", version: "2.1.0" },
    tool,
    arguments: { query: `open issues ${number}`, limit: 20 },
    registered: {
      contract: {
        server,
        name: tool,
        digest: `sha256:${"4b".repeat(32)}`,
        effect: "read",
        input: { type: "object", properties: { query: {}, limit: {} } },
      },
    },
    grant: { statement: "everybody may read", policy: `sha256:${"c0".repeat(32)}` },
  };
}

function toolOf(number: number): readonly [tool: string, server: string] {
  if (number % 50_000 === 3) return ["rare_tool", "files"];
  return number % 10 < 7 ? ["search_issues", "crm"] : [`tool_${number % 97}`, "files"];
}

function tenantOf(number: number): { readonly tenant?: string } {
  return number % 3 === 0 ? {} : { tenant: number % 3 === 1 ? "north" : "south" };
}

function endingOf(number: number): AuditedEnding {
  const tool = toolOf(number)[0];
  if (number % 40 === 3) {
    return { kind: "refused", error: new Refusal("rate-limited", { tool, retryAfterMs: 10 }) };
  }
  const isError = number % 60 === 5;
  const output = { isError, text: '{"content":[]}' };
  return { kind: "answered", output, fromCache: false, contract: `sha256:${"4b".repeat(32)}` };
}

/** Spread like random ids, and the same in each run. */
export function idOf(number: number): string {
  const mixed = Math.imul(number ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
  const text = mixed.toString(16).padStart(8, "0");
  return `${text}-${(number % 65_536).toString(16).padStart(4, "0")}-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

export function subjectOf(person: number): string {
  return idOf(person * 7_919 + 13);
}
