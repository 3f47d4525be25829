import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { importOpenApi } from "../drafts/openapi/import-openapi.ts";
import { pollToEnd } from "./poll-to-end.ts";

// Long operations of Resource Manager, as they are drafted and as they end.

const url = "https://management.azure.com/widgets/1";

function answer(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body?: JsonValue,
): EgressAnswer {
  const text = body === undefined ? "" : JSON.stringify(body);
  return { status, headers, body: Buffer.from(text), url, isPartial: false, attempts: 1 };
}

function draftedPolling(verb: string, via?: string) {
  const long: JsonObject = {
    operationId: "Widgets_Change",
    responses: { 200: { description: "The widget.", schema: { type: "object" } } },
    "x-ms-long-running-operation": true,
    ...(via && { "x-ms-long-running-operation-options": { "final-state-via": via } }),
  };
  const text = JSON.stringify({
    swagger: "2.0",
    info: { title: "Widgets", version: "2024-04-01" },
    host: "management.azure.com",
    produces: ["application/json"],
    paths: { "/widgets/1": { [verb]: long } },
  });
  const reading = importOpenApi(text, { from: "widgets.json" });
  const polling = reading.kind === "unreadable" ? undefined : reading.drafts[0]?.operation.polling;
  if (polling === undefined) throw new Error(JSON.stringify(reading));
  return polling;
}

interface Long {
  readonly verb: string;
  readonly via?: string;
  readonly first: EgressAnswer;
  /** The answers of polls. The last one is repeated. */
  readonly polls: readonly EgressAnswer[];
}

/** Returns the body of the result, or the kind of the failure, and the links that were read. */
async function ended({ verb, via, first, polls }: Long) {
  const links: string[] = [];
  const end = pollToEnd(first, draftedPolling(verb, via), {
    clock: { now: () => 0, sleep: async () => undefined },
    read: async (_from, link) => polls[links.push(link) - 1] ?? polls.at(-1) ?? answer(202),
    signal: noAbort,
  });
  const outcome = await end.then(
    ({ body }) => Buffer.from(body).toString(),
    (error: unknown) => error,
  );
  return { outcome, links };
}

const widget = (provisioningState: string) => ({ id: "1", properties: { provisioningState } });
const withState = (state: string) => answer(200, {}, widget(state));
const created = answer(201, { location: url }, widget("Creating"));

describe("a drafted change of a resource", () => {
  it.each(["put", "patch"])("fails with its state, whatever 201 a %s got", async (verb) => {
    const { outcome, links } = await ended({ verb, first: created, polls: [withState("Failed")] });

    expect(outcome).toMatchObject({ kind: "rejected" });
    expect(links).toEqual([url]);
  });

  it("is polled while its state says so, and given up at the limit", async () => {
    const [good, never] = [
      await ended({
        verb: "put",
        first: created,
        polls: [withState("Creating"), withState("Succeeded")],
      }),
      await ended({ verb: "put", first: created, polls: [withState("Creating")] }),
    ];

    expect(good.outcome).toBe(JSON.stringify(widget("Succeeded")));
    expect(never.outcome).toMatchObject({ kind: "timed-out" });
    expect(never.links).toHaveLength(30);
  });

  const byState = answer(202, { "azure-asyncoperation": "/op" });
  const succeeded = answer(200, {}, { status: "Succeeded" });
  const byLink = answer(202, { location: "/op" });

  it.each([
    ["read again after its operation", { first: byState, before: [succeeded], again: url }],
    ["read again after its link", { first: byLink, before: [answer(204)], again: url }],
    ["at the link itself", { via: "location", first: byLink, before: [], again: "/op" }],
  ])("tells its own state, %s", async (_where, { before, again, ...way }) => {
    const change = { verb: "patch", ...way };
    const links = [...before.map(() => "/op"), again, again];
    const [good, bad] = [
      await ended({ ...change, polls: [...before, withState("Updating"), withState("Succeeded")] }),
      await ended({ ...change, polls: [...before, withState("Updating"), withState("Failed")] }),
    ];

    expect(good).toEqual({ outcome: JSON.stringify(widget("Succeeded")), links });
    expect(bad).toMatchObject({ outcome: { kind: "rejected" }, links });
  });

  it("bounds the reads of a resource that is never ready", async () => {
    const { outcome, links } = await ended({
      verb: "put",
      first: byState,
      polls: [succeeded, withState("Updating")],
    });

    expect(outcome).toMatchObject({ kind: "timed-out" });
    // Thirty polls, and the first read of the result.
    expect(links).toHaveLength(31);
  });
});

describe("a drafted action", () => {
  it("ends with its last state if the target names no other result", async () => {
    const last = { status: "Succeeded", properties: { output: 1 } };
    const first = answer(202, { "azure-asyncoperation": "/op" });

    expect(await ended({ verb: "post", first, polls: [answer(200, {}, last)] })).toEqual({
      outcome: JSON.stringify(last),
      links: ["/op"],
    });
  });

  it("keeps the answer that created something", async () => {
    const first = answer(201, { location: "/widgets/7" }, { key: "shown once" });

    expect(await ended({ verb: "post", first, polls: [answer(200, {}, {})] })).toEqual({
      outcome: '{"key":"shown once"}',
      links: [],
    });
  });
});
