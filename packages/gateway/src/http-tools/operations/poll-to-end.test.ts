import type { JsonValue } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import type { Polling } from "../drafts/draft.ts";
import { pollToEnd } from "./poll-to-end.ts";

const url = "https://api.example.com/start";

function answer(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body?: JsonValue,
): EgressAnswer {
  const text = body === undefined ? "" : JSON.stringify(body);
  return { status, headers, body: Buffer.from(text), url, isPartial: false, attempts: 1 };
}

function follow(polling: Partial<Polling>, first: EgressAnswer, answers: readonly EgressAnswer[]) {
  return followBy({ header: "Location", ...polling }, first, answers);
}

/** Follows an operation whose polls get these answers. Records links and waits. */
async function followBy(
  polling: Partial<Polling>,
  first: EgressAnswer,
  answers: readonly EgressAnswer[],
) {
  const links: string[] = [];
  const waits: number[] = [];
  const end = pollToEnd(
    first,
    { maxPolls: 3, ...polling },
    {
      clock: { now: () => 0, sleep: async (ms) => void waits.push(ms) },
      read: async (_from, link) => answers[links.push(link) - 1] ?? answer(202),
      signal: noAbort,
    },
  );
  const outcome = await end.then(
    (last) => Buffer.from(last.body).toString(),
    (error: unknown) => error,
  );
  return { outcome, links, waits };
}

const unread = (): Promise<never> => Promise.reject(new Error("There was no time for a poll."));

const accepted = answer(202, { location: "/state/1", "retry-after": "5" });

describe("pollToEnd", () => {
  it("polls while the status is 202, and waits as long as the target asks", async () => {
    const answers = [answer(202, { "retry-after-ms": "40" }), answer(202), answer(200, {}, [1])];

    expect(await follow({}, accepted, answers)).toEqual({
      outcome: "[1]",
      links: ["/state/1", "/state/1", "/state/1"],
      waits: [5_000, 40, 2_000],
    });
  });

  it("does not wait for quotas", async () => {
    const first = answer(202, { location: "/1", "x-ratelimit-reset": "3600" });

    expect((await follow({}, first, [answer(200)])).waits).toEqual([2_000]);
  });

  it("follows an address that moves", async () => {
    const moved = answer(202, { location: "/state/2" });

    expect((await follow({}, accepted, [moved, answer(200)])).links).toEqual([
      "/state/1",
      "/state/2",
    ]);
  });

  const byState = { status: "/status", done: ["Succeeded"], failed: ["Failed"] };

  it("reads the state from the body", async () => {
    const answers = [
      answer(200, {}, { status: "Running" }),
      answer(202),
      answer(200, {}, { status: "Succeeded", value: 7 }),
    ];

    expect(await follow(byState, accepted, answers)).toMatchObject({
      outcome: '{"status":"Succeeded","value":7}',
    });
  });

  it.each([
    ["Result", {}, "/result/1"],
    ["Result", { result: "/result/2" }, "/result/2"],
    ["/at", {}, "/result/3"],
  ])("reads the result at %s, with the headers %j", async (final, headers, link) => {
    const first = answer(202, { location: "/state/1", result: "/result/1" });
    const last = answer(200, headers, { status: "Succeeded", at: "/result/3" });
    const result = answer(200, {}, { rows: [] });

    expect(await follow({ ...byState, final }, first, [last, result])).toMatchObject({
      outcome: '{"rows":[]}',
      links: ["/state/1", link],
    });
  });

  it.each(["Result", "/at"])("waits for a result at %s that is not there yet", async (final) => {
    const first = answer(202, { location: "/state/1", result: "/result/1" });
    const last = answer(200, {}, { status: "Succeeded", at: "/result/1" });
    const later = answer(202, { "retry-after": "7" });
    const answers = [last, later, answer(200, {}, { rows: [] })];

    expect(await follow({ ...byState, final }, first, answers)).toEqual({
      outcome: '{"rows":[]}',
      links: ["/state/1", "/result/1", "/result/1"],
      waits: [2_000, 7_000],
    });
  });

  it("follows a result that moves", async () => {
    const first = answer(202, { location: "/state/1", result: "/result/1" });
    const answers = [
      answer(200, {}, { status: "Succeeded" }),
      answer(202, { result: "/result/2" }),
      answer(200, {}, [1]),
    ];

    expect(await follow({ ...byState, final: "Result" }, first, answers)).toMatchObject({
      outcome: "[1]",
      links: ["/state/1", "/result/1", "/result/2"],
    });
  });

  it("gives up on a result that is never there, after as many polls", async () => {
    const first = answer(202, { location: "/state/1", result: "/result/1" });
    const running = answer(200, {}, { status: "Running" });
    const last = answer(200, {}, { status: "Succeeded" });

    const { outcome, links } = await follow({ ...byState, final: "Result" }, first, [
      running,
      last,
    ]);

    expect(outcome).toMatchObject({ kind: "timed-out" });
    // Three polls, and the read of the result that follows the last state.
    expect(links).toEqual(["/state/1", "/state/1", "/result/1", "/result/1"]);
  });

  it.each([200, 201, 202, 204])("follows an answer %i to its declared state", async (status) => {
    const first = answer(status, { location: "/state/1" });
    const last = answer(200, {}, { status: "Succeeded" });

    expect(await follow(byState, first, [last])).toMatchObject({
      outcome: '{"status":"Succeeded"}',
      links: ["/state/1"],
    });
  });

  it.each([200, 201, 204])(
    "takes an answer %i for the end if its header means no operation",
    async (status) => {
      const first = answer(status, { location: "/things/7" }, { id: 7, key: "shown once" });
      const { outcome, links } = await follow({ reread: true }, first, [answer(200)]);

      expect([outcome, links]).toEqual(['{"id":7,"key":"shown once"}', []]);
    },
  );

  it.each([200, 201, 204])("takes an answer %i without the header for the end", async (status) => {
    const { outcome, links } = await follow({ reread: true }, answer(status, {}, [7]), []);

    expect([outcome, links]).toEqual(["[7]", []]);
  });

  it.each([
    [{ "x-state": "/state/1", location: "/result/1" }, ["/state/1", url]],
    [{ location: "/result/1" }, ["/result/1"]],
  ])("takes the first way that fits the headers %j", async (headers, expected) => {
    const state = { ...byState, header: "X-State", reread: true } as const;
    const { links } = await followBy(
      { ...state, or: [{ header: "Location" }] },
      answer(202, headers),
      [answer(200, {}, { status: "succeeded" }), answer(200, {}, { id: 1 })],
    );

    expect(links).toEqual(expected);
  });

  it("reads the resource again if the way says so, as often as it is not there yet", async () => {
    const answers = [
      answer(200, {}, { status: "Succeeded" }),
      answer(202, { "retry-after": "1" }),
      answer(200, {}, { id: 1 }),
    ];

    expect(await follow({ ...byState, reread: true }, accepted, answers)).toEqual({
      outcome: '{"id":1}',
      links: ["/state/1", url, url],
      waits: [5_000, 1_000],
    });
  });

  const inResource = { status: "/state", done: ["Succeeded"], failed: ["Failed"] };

  it.each([
    ["Succeeded", '{"state":"Succeeded"}', 0],
    [undefined, "{}", 0],
    ["Creating", '{"state":"Succeeded"}', 2],
  ])("polls a resource whose own state is %s", async (state, expected, polls) => {
    const first = answer(201, {}, state === undefined ? {} : { state });
    const answers = [
      answer(200, {}, { state: "Creating" }),
      answer(200, {}, { state: "Succeeded" }),
    ];
    const { outcome, links } = await followBy(inResource, first, answers);

    expect([outcome, links]).toEqual([expected, Array.from({ length: polls }, () => url)]);
  });

  it("fails with the state of a resource, and ends with a resource that lost it", async () => {
    const first = answer(201, {}, { state: "Creating" });
    const failed = { state: "Failed", error: { code: "TooComplex" } };
    const [bad, good] = [
      await followBy(inResource, first, [answer(200, {}, failed)]),
      await followBy(inResource, first, [answer(200, {}, {})]),
    ];

    expect([bad.outcome, good.outcome]).toMatchObject([{ kind: "rejected" }, "{}"]);
  });

  it("takes the last state for the result if there is no header with its address", async () => {
    const last = answer(200, {}, { status: "Succeeded", properties: { rows: 1 } });

    expect(await follow({ ...byState, final: "Result" }, accepted, [last])).toMatchObject({
      outcome: '{"status":"Succeeded","properties":{"rows":1}}',
      links: ["/state/1"],
    });
  });

  it("fails if the accepted answer has no address", async () => {
    expect((await follow({}, answer(202), [])).outcome).toMatchObject({ kind: "garbled" });
  });

  it.each<[Partial<Polling>, JsonValue | undefined, string]>([
    [{}, {}, "garbled"],
    [{}, undefined, "garbled"],
    [{ final: "/at" }, { status: "Succeeded", at: 1 }, "garbled"],
    [{}, { status: "Failed", error: { code: "TooComplex" } }, "rejected"],
    [{}, { status: "Failed", error: { code: "AuthorizationFailed" } }, "access-denied"],
  ])("fails with %j and the state %j as %s", async (more, state, kind) => {
    const { outcome } = await follow({ ...byState, ...more }, accepted, [answer(200, {}, state)]);

    expect(outcome).toMatchObject({ kind });
    expect(outcome).not.toHaveProperty("details.status");
  });

  it("ends its wait with the deadline of the call", async () => {
    const clock = createFakeClock();
    const call = new AbortController();
    const polling = { header: "Location", maxPolls: 3 };
    const slow = answer(202, { location: "/state/1", "retry-after": "3600" });
    const end = pollToEnd(slow, polling, { clock, read: unread, signal: call.signal });
    end.catch(() => undefined);
    await clock.advance(30_000);
    call.abort(new Error("The deadline passed."));

    await expect(end).rejects.toThrow("The deadline passed.");
  });

  it("gives up after as many polls as the operation allows", async () => {
    const { outcome, links } = await follow({}, accepted, []);

    expect(outcome).toMatchObject({ kind: "timed-out" });
    expect(links).toHaveLength(3);
  });
});
