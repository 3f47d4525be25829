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
import { openPipeline } from "./open-pipeline.ts";

function open(differences: Partial<RegisteredTool> = {}) {
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

it("does not hide a bug", async () => {
  const { dryRun } = open({
    validateInput: () => {
      throw new TypeError("a bug");
    },
  });

  await expect(dryRun(incomingCall())).rejects.toThrow("a bug");
});
