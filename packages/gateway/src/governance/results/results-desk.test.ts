import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { StoredResult } from "../../stores/result-store.ts";
import { result } from "../../stores/suites/builders.ts";
import { link } from "../../stores/suites/link.ts";
import { digestOf } from "./keep-results.ts";
import { type RecordedResult, ResultsDesk } from "./results-desk.ts";

const output = '{"content":[],"structuredContent":{"city":"Geneva"}}';
const kept = result({ callId: "c-1", tenant: "north", output, digest: digestOf(output) });
const olga = { by: "operator:olga" };

async function setUp(differences: Partial<StoredResult> = {}, recorded?: RecordedResult | "none") {
  const stores = openMemoryStores({ link });
  await stores.results.keep({ ...kept, ...differences });
  const desk = new ResultsDesk({
    store: stores.results,
    audit: stores.audit,
    clock: createFakeClock(),
    nameOf: (id) => id,
    noteOf: (note) => ({ body: JSON.stringify(note), part: "note", at: note.at }),
    recordedOf:
      recorded === undefined ? undefined : async () => (recorded === "none" ? undefined : recorded),
  });
  const notes = async () =>
    (await stores.audit.read(1, 9)).map(({ body }): unknown => JSON.parse(body));
  return { desk, notes };
}

describe("a kept result", () => {
  it("is shown once the look is recorded", async () => {
    const { desk, notes } = await setUp();

    expect(await desk.show("c-1", olga)).toEqual({
      result: kept,
      isIntact: true,
      inLog: { kind: "unrecorded" },
    });
    expect(await notes()).toMatchObject([
      { kind: "result.shown", callId: "c-1", about: { operator: "operator:olga" } },
    ]);
  });

  it("is there for its tenant alone", async () => {
    const { desk, notes } = await setUp();

    expect(await desk.show("c-1", { by: "key:sara", tenant: "south" })).toBeUndefined();
    expect(await desk.show("c-1", { by: "key:sara", tenant: "" })).toBeUndefined();
    expect(await desk.list({}, { tenant: "south" }, 9)).toEqual([]);
    expect(await notes()).toEqual([]);
    expect(await desk.show("c-1", { by: "key:nora", tenant: "north" })).toBeDefined();
    expect(await desk.list({}, { tenant: "north" }, 9)).toHaveLength(1);
  });

  it("says that its text was altered", async () => {
    const { desk } = await setUp({ output: "{}" });

    expect(await desk.show("c-1", olga)).toMatchObject({ isIntact: false });
  });

  it.each([
    [
      { row: 7, digest: kept.digest },
      { kind: "matches", row: 7 },
    ],
    [
      { row: 7, digest: "sha256:00" },
      { kind: "differs", row: 7 },
    ],
    [
      { row: 7, digest: undefined },
      { kind: "differs", row: 7 },
    ],
    ["none", { kind: "missing" }],
  ] as const)("compares its digest with the log: %j", async (recorded, inLog) => {
    const { desk } = await setUp({}, recorded);

    expect(await desk.show("c-1", olga)).toMatchObject({ inLog });
  });

  it("is compared by its text, not by the digest beside it", async () => {
    const forged = { output: "{}", digest: digestOf("{}") };
    const { desk } = await setUp(forged, { row: 7, digest: kept.digest });

    expect(await desk.show("c-1", olga)).toMatchObject({
      isIntact: true,
      inLog: { kind: "differs", row: 7 },
    });
  });
});
