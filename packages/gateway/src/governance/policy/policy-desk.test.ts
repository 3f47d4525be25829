import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { AuditedCall } from "../audit/audited-call.ts";
import { intentOf, outcomeOf } from "../audit/call-entries.ts";
import { link } from "../audit/chain.ts";
import { Subjects } from "../audit/subjects.ts";
import { openPolicy } from "./open-policy.ts";
import { PolicyDesk } from "./policy-desk.ts";
import type { PolicyTool } from "./question.ts";
import { versionOf } from "./read-policy.ts";
import { createStoreSource } from "./sources.ts";

const text = `version: 1
roles: { support: [] }
statements:
  - { id: support, effect: allow, roles: [support], tools: [refund], when: "args.amount <= 100.0" }
  - { id: ada, effect: allow, principals: [ada], tools: [refund] }
...
`;

const tool = {
  publicName: "refund",
  contract: { server: "payments", name: "refund", effect: "write", digest: "d", terms: {} },
} as const satisfies PolicyTool;

async function setUp({ tools = [tool] }: { readonly tools?: readonly PolicyTool[] } = {}) {
  const stores = openMemoryStores({ link });
  const clock = createFakeClock();
  let ids = 0;
  const newId = () => `subject-${(ids += 1)}`;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const put = { version: versionOf(text), text, by: "operator:grace", at: 0 };
  const entry = { body: "{}", part: "note", at: 0 } as const;
  await stores.policies.put(put, { replaces: undefined, entry });
  const logger = { log: () => undefined };
  const policy = await openPolicy(createStoreSource(stores.policies), { clock, logger });
  const desk = new PolicyDesk({
    policy,
    policies: stores.policies,
    audit: stores.audit,
    subjects,
    tools: () => new Map(tools.map((each) => [each.publicName, each])),
    clock,
  });
  let calls = 0;
  /** Records a call, by the id of its caller. */
  const record = async (id: string, tenant: string | undefined, because: Partial<Recorded>) => {
    const { statement, code = "policy-denied" } = because;
    calls += 1;
    const principal = {
      id,
      kind: "user",
      roles: ["support"],
      ...(tenant !== undefined && { tenant }),
    };
    const call: AuditedCall = {
      callId: `call-${calls}`,
      correlationId: "",
      traceId: "",
      agent: { name: "", version: "" },
      tool: "refund",
      arguments: { amount: 1 },
      registered: tool,
      principal,
      ...(statement !== undefined && { grant: { statement, policy: versionOf(text) } }),
    };
    const moment = { at: calls, monotonic: calls };
    const subject = await subjects.of(principal);
    const denied = { tool: "refund", because: "no-statement", policy: versionOf(text) } as const;
    const error =
      code === "policy-denied"
        ? new Refusal(code, denied)
        : new Refusal("tool-unknown", { tool: "refund" });
    const output = { content: [], isError: false, text: "" };
    const ending =
      statement === undefined
        ? ({ kind: "refused", error } as const)
        : ({ kind: "answered", output, fromCache: false, contract: "d" } as const);
    const entries = [
      intentOf(call, { subject, moment }),
      outcomeOf(call, ending, { moment, ms: 1 }),
    ];
    await stores.audit.append(entries, "committed");
  };
  return { desk, record, stores, policy };
}

interface Recorded {
  readonly statement: string;
  readonly code: "policy-denied" | "tool-unknown";
}

describe("a policy that is tried against recorded calls", () => {
  it("finds the callers that it names, in their tenant, by their pseudonyms alone", async () => {
    const { desk, record } = await setUp();
    await record("ada", undefined, { statement: "ada" });
    await record("ada", "north", { statement: "support" });
    await record("grace", undefined, { statement: "support" });

    const onlyAda = text
      .replace(/  - \{ id: support.*\n/, "")
      .replace("principals: [ada]", "principals: [ada], tenants: [north]");
    const trial = await desk.try(onlyAda, 10);

    expect(
      "tried" in trial && trial.tried.map(({ call, replayed }) => [call.callId, replayed.answer]),
    ).toEqual([
      ["call-3", "refused"],
      ["call-2", "allowed"],
      ["call-1", "refused"],
    ]);
    expect(JSON.stringify(trial)).not.toMatch(/grace/);
  });

  it("uses what the record proves of conditions over arguments", async () => {
    const { desk, record } = await setUp();
    await record("grace", undefined, { statement: "support" });
    await record("grace", undefined, {});

    const trial = await desk.try(text.replace("id: support,", "id: renamed,"), 10);

    expect("tried" in trial && trial.tried.map(({ replayed }) => replayed.answer)).toEqual([
      "refused",
      "allowed",
    ]);
  });

  it("leaves out calls that no policy decided about, and older ones", async () => {
    const { desk, record } = await setUp();
    await record("grace", undefined, { statement: "support" });
    await record("grace", undefined, { code: "tool-unknown" });
    await record("ada", undefined, { statement: "ada" });

    const all = await desk.try(text, 10);
    const last = await desk.try(text, 1);

    expect("tried" in all && all.tried.map(({ call }) => call.callId)).toEqual([
      "call-3",
      "call-1",
    ]);
    expect("tried" in last && last.tried.map(({ call }) => call.callId)).toEqual(["call-3"]);
  });

  it("does not know the terms of a tool that is gone", async () => {
    const { desk, record } = await setUp({ tools: [] });
    await record("grace", undefined, { statement: "support" });

    const trial = await desk.try(text, 10);

    expect("tried" in trial && trial.tried[0]?.replayed).toMatchObject({
      answer: "unknown",
      lacks: ["tool"],
    });
  });
});

describe("a policy that is put", () => {
  const by = { id: "ada", kind: "user" };

  it("keeps no name of a person", async () => {
    const { desk, stores } = await setUp();
    const next = text.replace("100.0", "50.0");

    const result = await desk.put({ text: next, replaces: versionOf(text), by });

    expect(result).toEqual({ kind: "put", version: versionOf(next) });
    expect(await stores.policies.newest()).toMatchObject({ by: "subject-1", text: next });
    expect(await desk.put({ text: next, replaces: versionOf(text), by })).toMatchObject({
      kind: "same",
    });
  });

  it.each([
    [text.replace("100.0", "50.0"), undefined, "overtaken"],
    ["version: 2\n...\n", versionOf(text), "invalid"],
  ])("changes nothing with a wrong text or version", async (given, replaces, kind) => {
    const { desk, stores } = await setUp();

    expect(await desk.put({ text: given, replaces, by })).toMatchObject({ kind });
    expect(await stores.policies.newest()).toMatchObject({ version: versionOf(text) });
  });
});
