import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
  valueAt,
} from "@toolcourt/sdk";
import {
  answering,
  type DiscoveryOptions,
  openDiscovery,
  rightArguments,
} from "@toolcourt/testing/discovery";
import { openFolder } from "@toolcourt/testing/folder";
import { codeOf } from "@toolcourt/testing/http-tools";
import { vendorErrors } from "@toolcourt/testing/targets/vendor-errors";
import { describe, expect, it, onTestFinished } from "vitest";
import { openAuthority } from "../../compose/open-authority.ts";
import { link } from "../../governance/audit/chain.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { LogEntry } from "../../telemetry/logger.ts";

// S2-35 through a whole gateway: what its log lines and its audit entries say about a discovery.

/** Opens a gateway that records calls, and returns what it wrote about them. */
async function openRecorded(options: DiscoveryOptions = {}) {
  const folder = await openFolder({});
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const stores = openMemoryStores({ link });
  const settings = {
    stores: { url: "memory:" },
    audit: { key: "audit.key", mustReach: "any" },
    approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
    quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
    results: { retain: "all", retainForMs: 86_400_000, required: true },
    connections: { key: "file:vault.key" },
  } as const;
  let ids = 0;
  const authority = await openAuthority(settings, {
    stores,
    clock: systemClock,
    write: () => undefined,
    newId: () => {
      ids += 1;
      return `row-${ids}`;
    },
    randomBytes: (count) => new Uint8Array(count).fill(7),
    folder: folder.path,
    maxCallMs: 60_000,
  });
  onTestFinished(() => authority[Symbol.asyncDispose]());
  const lines: LogEntry[] = [];
  const write = (entry: LogEntry): void => void lines.push(entry);
  const opened = await openDiscovery({
    ...options,
    deps: { authority, write, callLines: { isRead: true }, ...options.deps },
  });
  return {
    ...opened,
    results: stores.results,
    entries: async (): Promise<readonly JsonObject[]> =>
      (await stores.audit.read(1, 100)).map(({ body }) => asObject(parseJson(body))),
    ofCalls: () => lines.filter(({ event }) => event.startsWith("call.")),
  };
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

const local = { principal: { id: "ada", kind: "local", permissions: "all" } } as const;
const six = {
  correlation_id: "correlation-1",
  session_id: "session-1",
  connection_id: "azure",
  tool_id: "list-resources",
};
const about = { ...six, scope: rightArguments.scope, tier: "inventory" };
const traced = { ...local, correlationId: "correlation-1", sessionId: "session-1" };

describe("a discovery", () => {
  it("has its ids, scope and tier in both audit entries (S2-35)", async () => {
    const { call, entries } = await openRecorded();

    await call("list-resources", rightArguments, traced);

    expect(await entries()).toMatchObject([
      { kind: "call.opened", ...about, stage: "opened", status: "started" },
      { kind: "call.closed", ...about, stage: "done", status: "answered", connection: "c1" },
    ]);
  });

  it("has them in its kept result, which is found by the id in its answer", async () => {
    const { call, entries, results } = await openRecorded();

    const answer = await call("list-resources", rightArguments, traced);
    await call("list-resources", rightArguments, { ...traced, callId: "call-2" });

    const stated = valueAt(answer.structuredContent ?? null, "/metadata/discovery/discovery_id");
    const discoveryId = typeof stated === "string" ? stated : "none";
    const found = await results.list({ discoveryId }, 10);
    const [, closed = {}] = await entries();
    expect(found.map(({ callId }) => callId)).toEqual([own(closed, "callId")]);
    expect(found[0]).toMatchObject({ discoveryId, stage: "inventory", tier: own(closed, "tier") });
    expect(found[0]?.connection).toBe(own(closed, "connection"));
    expect(found[0]?.correlation).toBe(own(closed, "correlation_id"));
    expect(found[0]?.scope).toBe(JSON.stringify(own(closed, "scope")));
    expect(await results.list({}, 10)).toHaveLength(2);
  });

  it("has them in every log line, as text too (S2-35)", async () => {
    const { call, ofCalls } = await openRecorded();

    await call("list-resources", rightArguments, traced);

    const lines = ofCalls();
    const granted = { ...about, connection: "c1" };
    expect(lines.map(({ event, fields }) => ({ event, ...fields }))).toMatchObject([
      { event: "call.opened", ...about, stage: "opened", status: "started" },
      { event: "call.closed", ...granted, stage: "done", status: "answered" },
    ]);
    for (const { sentence } of lines) {
      expect(sentence).toContain("correlation_id correlation-1, session_id session-1");
      expect(sentence).toContain("tier inventory, scope subscriptionId=s1 tenantId=t1");
    }
  });

  it.each([
    ["the target denies it", { answer: answering({ ...vendorErrors.denied.body }, 403) }, "run"],
    ["the connection is for another tier", { connection: { tiers: ["cost"] } }, "connect"],
    ["the connection is another's", { connection: { owner: "grace" } }, "connect"],
  ] as const)("has them if %s", async (_why, options, stage) => {
    const { call, entries, ofCalls } = await openRecorded(options);

    expect(await codeOf(call("list-resources", rightArguments, traced))).not.toBe("answered");

    const closed = { ...about, stage, status: "refused" };
    expect((await entries()).at(-1)).toMatchObject(closed);
    expect(ofCalls().at(-1)?.fields).toMatchObject(closed);
  });

  it("has the connection of its set from the start", async () => {
    const { connection_id: _, ...rest } = rightArguments;
    const { call, entries } = await openRecorded({ set: { connection: "azure" } });

    await call("list-resources", rest, traced);

    const named = (await entries()).map((entry) => own(entry, "connection_id"));
    expect(named).toEqual(["azure", "azure"]);
  });

  it("has the session that its tool is given, if its caller names none", async () => {
    const { call, entries } = await openRecorded();

    await call("list-resources", rightArguments, { ...local, correlationId: "correlation-1" });

    const sessions = (await entries()).map((entry) => own(entry, "session_id"));
    expect(sessions).toEqual(["correlation-1", "correlation-1"]);
  });

  it("has no scope that is no id, and no tier that its contract does not know", async () => {
    const { call, entries, ofCalls } = await openRecorded();
    const scope = { tenantId: "Ada Lovelace", subscriptionId: 7 };

    await codeOf(call("list-resources", { ...rightArguments, scope, tier: "mine" }, traced));

    for (const entry of await entries()) expect(entry).toMatchObject({ scope: null, tier: null });
    expect(JSON.stringify([await entries(), ofCalls()])).not.toContain("Lovelace");
  });

  it("has no secret for a scope, also if the call is refused for it (S2-36)", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const { call, entries } = await openRecorded();
    const scope = { tenantId: "t1", subscriptionId: secret };

    await codeOf(call("list-resources", { ...rightArguments, scope }, traced));

    expect(JSON.stringify(await entries())).not.toContain(secret);
  });
});
