import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createMemoryRecords, createRecord } from "@toolcourt/testing/call-records";
import {
  fakeUpstream,
  goodResult,
  incomingCall,
  noAbort,
  registeredTool,
  toolContract,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it, onTestFinished } from "vitest";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import type { Principal } from "./call.ts";
import { defaultClauses } from "./clause-counters.ts";
import { noAuthority } from "./no-authority.ts";
import { openPipeline } from "./open-pipeline.ts";
import type { PeekSequence } from "./stages/unjudged.ts";
import { verdictJson } from "./verdict.ts";

function open(differences: Partial<RegisteredTool> = {}, peekSequence?: PeekSequence) {
  const clock = createFakeClock();
  const records = createMemoryRecords();
  const metrics = new Metrics();
  const sent: unknown[] = [];
  const upstream = fakeUpstream((...asked) => {
    sent.push(asked);
    return goodResult();
  });
  const tool = registeredTool(differences);
  const line = openPipeline({
    clock,
    newId: () => "id",
    record: createRecord(records, clock),
    metrics,
    current: () => ({ version: 1, tools: new Map([[tool.publicName, tool]]), listed: [] }),
    upstreamOf: () => upstream,
    clausesOf: () => defaultClauses,
    maxConcurrent: 1,
    ...(peekSequence && { authority: { ...noAuthority(), peekSequence } }),
    redactRefusal: (error) =>
      error instanceof Refusal
        ? new Refusal(
            error.code,
            JSON.parse(JSON.stringify(error.details).replaceAll("hunter2", "…")),
          )
        : error,
  });
  onTestFinished(() => line[Symbol.asyncDispose]());
  const counted = (name: string) =>
    metrics
      .families()
      .filter((family) => family.name === name)
      .flatMap((family) => ("samples" in family ? family.samples : []));
  return { ...line, clock, records, sent, counted };
}

const limited = toolContract({ terms: { rateLimit: { maxCalls: 1, windowMs: 60_000 } } });

it("allows a call, and says by what", async () => {
  const { dryRun } = open({ contract: limited });

  expect(await dryRun(incomingCall())).toMatchObject({
    kind: "allowed",
    tool: { publicName: "get-forecast" },
    grant: { statement: "principal: all permissions" },
  });
});

it("sends nothing, takes nothing, records nothing, and is counted", async () => {
  const { dryRun, callTool, sent, records, counted, inFlight, counters } = open({
    contract: limited,
  });
  for (let index = 0; index < 5; index += 1) await dryRun(incomingCall());
  const before = [sent.length, records.recent().length, inFlight()];

  const first = await callTool(incomingCall(), noAbort);
  const second = callTool(incomingCall(), noAbort);

  expect(before).toEqual([0, 0, 0]);
  expect(first).toMatchObject({ isError: false });
  await expect(second).rejects.toMatchObject({ code: "rate-limited" });
  expect(counted("toolcourt_dry_runs_total")).toEqual([
    { labels: { verdict: "allowed" }, value: 5 },
  ]);
  expect(counted("toolcourt_calls_total").map(({ value }) => value)).toEqual([1, 1]);
  expect(counters.of("get-forecast")).toBeDefined();
});

it("says that a quota is used up, until its window ends", async () => {
  const { dryRun, callTool, clock } = open({ contract: limited });
  await callTool(incomingCall(), noAbort);

  const during = await dryRun(incomingCall());
  await clock.advance(60_000);
  const later = await dryRun(incomingCall());

  expect(during).toMatchObject({ kind: "refused", refusal: { code: "rate-limited" } });
  expect(later).toMatchObject({ kind: "allowed" });
});

it("lists what the first gate objects to, by place, without secrets", async () => {
  const issues = [{ pointer: "/city", message: 'expected Bern, got string "hunter2"' }];
  const { dryRun } = open({ validateInput: () => ({ kind: "invalid", issues }) });

  expect(await dryRun(incomingCall())).toMatchObject({
    kind: "refused",
    refusal: { code: "input-invalid" },
    issues: [{ pointer: "/city", message: 'expected Bern, got string "…"' }],
  });
});

it("refuses as the call would be: without permission, and without such a tool", async () => {
  const { dryRun, counted } = open();
  const principal: Principal = { id: "eve", permissions: [] };

  const forbidden = await dryRun(incomingCall({ principal }));
  const unknown = await dryRun(incomingCall({ tool: "nothing" }));

  expect([forbidden, unknown]).toMatchObject([
    { kind: "refused", refusal: { code: "not-permitted" } },
    { kind: "refused", refusal: { code: "tool-unknown" } },
  ]);
  expect(counted("toolcourt_dry_runs_total")).toEqual([
    { labels: { verdict: "refused" }, value: 2 },
  ]);
});

const asks = { kind: "asks", from: "operator", reasons: [] } as const;

it("says whose approval a call needs after what was done before", async () => {
  const { dryRun, evaluate } = open({}, () => asks);

  const found = await dryRun(incomingCall());

  expect(verdictJson("get-forecast", found)).toMatchObject({ approval: "operator" });
  expect(await evaluate(incomingCall())).toMatchObject({
    kind: "refused",
    refusal: { code: "approval-required", details: { from: "operator", because: "sequence" } },
  });
});

it("names the operator if the tool asks the operator and a statement the caller", async () => {
  const settings = { ...registeredTool().settings, approval: "operator" } as const;
  const { dryRun } = open({ settings }, () => ({ ...asks, from: "caller" }));

  expect(verdictJson("get-forecast", await dryRun(incomingCall()))).toMatchObject({
    approval: "operator",
  });
});

it("refuses what was done before forbids", async () => {
  const refusal = new Refusal("sequence-denied", { tool: "x", statements: ["s"], reasons: [] });
  const { dryRun, evaluate } = open({}, () => Promise.reject(refusal));

  const answers = [await dryRun(incomingCall()), await evaluate(incomingCall())];

  expect(answers).toMatchObject([
    { kind: "refused", refusal: { code: "sequence-denied" } },
    { kind: "refused", refusal: { code: "sequence-denied" } },
  ]);
});

it("does not hide a bug", async () => {
  const { dryRun } = open({
    validateInput: () => {
      throw new TypeError("a bug");
    },
  });

  await expect(dryRun(incomingCall())).rejects.toThrow("a bug");
});
