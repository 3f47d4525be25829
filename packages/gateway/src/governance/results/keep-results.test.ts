import { approvedCall, incomingCall, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { IncomingCall } from "../../pipeline/call.ts";
import type { Outcome } from "../../pipeline/outcome.ts";
import type { CallRecord } from "../../pipeline/pipeline.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { StoredResult } from "../../stores/result-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { link } from "../audit/chain.ts";
import { digestOf, type KeepResultsDeps, keepResults } from "./keep-results.ts";

const output = { content: [{ type: "text", text: "sunny" }], isError: false };
const answered: Outcome = {
  kind: "answered",
  output,
  fromCache: false,
  contract: "sha256:00",
};

function setUp(differences: Partial<KeepResultsDeps> = {}) {
  const { results } = openMemoryStores({ link });
  const closed: Outcome[] = [];
  const logged: unknown[] = [];
  const inner: CallRecord = {
    durable: async () => undefined,
    closed: async (_call, outcome) => void closed.push(outcome),
  };
  const plain = (): CallRecord => inner;
  const record = keepResults(plain, {
    retain: "all",
    required: false,
    store: results,
    subjectOf: ({ id }) => ({ id: `subject of ${id}` }),
    clock: createFakeClock(),
    log: (event, fields) => void logged.push({ event, ...fields }),
    ...differences,
  });
  const close = async (call: IncomingCall, outcome: Outcome = answered) =>
    record(call).closed(call, outcome);
  return { results, closed, logged, plain, record, close };
}

const failing = { keep: (): Promise<never> => Promise.reject(new StoreError("full")) };

describe("keepResults", () => {
  it("stores the caller's result under its call id, with its digest", async () => {
    const { results, closed, close } = setUp();

    await close(approvedCall({ principal: { id: "ada", permissions: "all", tenant: "north" } }));

    const text = JSON.stringify(output);
    expect(await results.find("call-1")).toEqual({
      callId: "call-1",
      tenant: "north",
      subject: "subject of ada",
      server: "weather",
      tool: "get-forecast",
      contract: "sha256:00",
      at: createFakeClock().now(),
      output: text,
      digest: digestOf(text),
    } satisfies StoredResult);
    expect(closed).toEqual([answered]);
  });

  it("returns the record unchanged if nothing is kept", () => {
    const { plain, record } = setUp({ retain: "none" });

    expect(record).toBe(plain);
  });

  it("keeps results of the named tools, by their public names", async () => {
    const { results, closed, close } = setUp({ retain: ["crm__find"] });

    await close(approvedCall());
    await close(
      approvedCall({ callId: "call-2", registered: registeredTool({ publicName: "crm__find" }) }),
    );

    expect((await results.list({}, 10)).map(({ callId }) => callId)).toEqual(["call-2"]);
    expect(closed).toHaveLength(2);
  });

  it.each<{ readonly outcome: Outcome; readonly call?: IncomingCall }>([
    { outcome: { kind: "refused", error: new Error("no") } },
    { outcome: { kind: "refused", error: new Error("no") }, call: incomingCall() },
    { outcome: { kind: "asked", output: { asks: {} }, contract: "sha256:00" } },
  ])("keeps nothing of an unanswered call", async ({ outcome, call = approvedCall() }) => {
    const { results, closed, close } = setUp();

    await close(call, outcome);

    expect(await results.list({}, 10)).toEqual([]);
    expect(closed).toEqual([outcome]);
  });

  it("does not overwrite an existing result, and logs it", async () => {
    const { results, logged, close } = setUp();
    await close(approvedCall());
    const before = await results.find("call-1");

    await close(approvedCall(), { ...answered, output: { content: [], isError: false } });

    expect(await results.find("call-1")).toEqual(before);
    expect(logged).toMatchObject([{ event: "result.lost", callId: "call-1" }]);
  });
});

const ids = {
  callId: "call-1",
  traceId: approvedCall().traceId,
  correlation_id: approvedCall().correlationId,
  session_id: null,
  connection_id: null,
  tool_id: "get-forecast",
};

describe("keepResults, when a result cannot be stored", () => {
  it("only logs it if keeping is not required", async () => {
    const { logged, closed, close } = setUp({ store: failing });

    await close(approvedCall());

    expect(logged).toEqual([
      {
        event: "result.lost",
        ...ids,
        stage: "done",
        status: "answered",
        because: "The store is full.",
      },
    ]);
    expect(closed).toEqual([answered]);
  });

  it("refuses the call if keeping is required, and still records it", async () => {
    const { closed, close } = setUp({ store: failing, required: true });

    await expect(close(approvedCall())).rejects.toMatchObject({
      code: "audit-failed",
      details: { moment: "closed" },
    });

    expect(closed).toEqual([answered]);
  });

  it("logs it if the caller's name cannot be found", async () => {
    const { logged, results, close } = setUp({
      subjectOf: () => Promise.reject(new Error("a text of somebody else")),
    });

    await close(approvedCall());

    expect(await results.find("call-1")).toBeUndefined();
    expect(JSON.stringify(logged)).not.toContain("somebody else");
  });
});
