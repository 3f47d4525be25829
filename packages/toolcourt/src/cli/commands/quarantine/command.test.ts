import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { noon, quarantined } from "@toolcourt/gateway/internal/stores/suites/builders";
import { quarantineRig } from "@toolcourt/testing/quarantine";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createQuarantineCommand } from "./command.ts";

async function setUp(...kept: readonly Parameters<typeof quarantined>[0][]) {
  const rig = quarantineRig();
  for (const each of kept) await rig.stores.quarantine.keep(quarantined(each));
  const command = createQuarantineCommand(async () => ({
    desk: rig.desk,
    operator: "operator:grace",
    [Symbol.asyncDispose]: async () => undefined,
  }));
  const type = (...args: readonly string[]) => run(["quarantine", ...args], { command });
  return { ...rig, type };
}

describe("toolcourt quarantine list", () => {
  it("prints one line per result, newest first, and shows no answer", async () => {
    const { type, notes } = await setUp(
      { text: "an answer" },
      { id: "q-2", tool: "o\u{1b}dd", clause: "size", at: noon + 1 },
    );

    expect(await type("list")).toMatchObject({
      code: 0,
      output:
        "q-2  o\\u{1b}dd  size  2026-11-01T12:00:00.001Z\nq-1  get-forecast  output  2026-11-01T12:00:00.000Z",
    });
    expect(await notes()).toEqual([]);
  });

  it.each([
    [["--tool", "other"], ["b"]],
    [["--server", "crm"], ["c"]],
    [["--clause", "size"], ["d"]],
    [["--tenant", "south"], ["e"]],
    [["--since", "2026-11-02"], ["f"]],
    [["--since", "2026-11-01T12:00:00.001Z"], ["f"]],
  ])("filters by %j", async (args, ids) => {
    const { type } = await setUp(
      { id: "b", tool: "other" },
      { id: "c", server: "crm" },
      { id: "d", clause: "size" },
      { id: "e", tenant: "south" },
      { id: "f", at: noon + 86_400_000 },
    );

    const { output } = await type("list", ...args, "--json");

    expect(JSON.parse(output)).toMatchObject(ids.map((id) => ({ id })));
    expect(output).not.toContain('"text"');
  });

  it("reports an empty list, and a time that is none", async () => {
    const { type } = await setUp();

    expect(await type("list")).toMatchObject({ code: 0, output: "Nothing found." });
    const { code, errors } = await type("list", "--since", "yest\u{1b}erday");
    expect(code).toBe(2);
    expect(errors).toContain("--since: Expected a time like 2026-11-01");
    expect(errors).toContain("yest\\u{1b}erday");
  });
});

describe("toolcourt quarantine show", () => {
  it("prints the answer with every character visible, and audits the look", async () => {
    const { type, notes } = await setUp({ text: '{"a":"\u{1b}[2J\u202e"}', redacted: 2 });

    const { code, output } = await type("show", "q-");

    expect(code).toBe(0);
    expect(output).toContain("Redacted:  2 places, shown as ***");
    expect(output).toContain("/structuredContent/celsius: expected number");
    expect(output).toContain("\\u{1b}[2J\\u{202e}");
    expect(output).not.toContain("\u{1b}");
    expect(output).not.toContain("\u202e");
    expect(await notes()).toMatchObject([
      { kind: "quarantine.shown", callId: "call-1", about: { id: "q-1", by: "operator:grace" } },
    ]);
  });

  it("prints JSON with the stored text", async () => {
    const { type } = await setUp({ text: '{"a":1}', isCut: true });

    const { output } = await type("show", "q-1", "--json");

    expect(JSON.parse(output)).toMatchObject({ id: "q-1", text: '{"a":1}', isCut: true });
  });

  it.each([
    { args: ["show"], problem: "Name the quarantined result by its id." },
    { args: ["show", "none"], problem: "There is no quarantined result with the id none." },
    { args: ["show", "q-"], problem: "Several quarantined results have an id" },
    { args: ["drop"], problem: "There is no action drop; there are list, show and forget." },
  ])("refuses $args, and audits nothing", async ({ args, problem }) => {
    const { type, notes } = await setUp({}, { id: "q-2" });

    const { code, errors } = await type(...args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
    expect(await notes()).toEqual([]);
  });

  it("reports why the store is unavailable", async () => {
    const command = createQuarantineCommand(() => Promise.reject(new StoreError("locked")));

    const { code, errors } = await run(["quarantine", "list"], { command });

    expect(code).toBe(2);
    expect(errors).toContain("Another process holds the lock of the store");
  });
});

describe("toolcourt quarantine forget", () => {
  it("removes the named results, and audits it", async () => {
    const { type, stores, notes } = await setUp({}, { id: "q-2" }, { id: "q-3" });

    expect(await type("forget", "q-1", "q-3")).toMatchObject({
      code: 0,
      output: "2 quarantined results are forgotten.",
    });
    expect((await stores.quarantine.list({}, 9)).map(({ id }) => id)).toEqual(["q-2"]);
    expect(await notes()).toMatchObject([
      {
        kind: "quarantine.forgotten",
        about: { by: "operator:grace", results: [{ id: "q-1" }, { id: "q-3" }] },
      },
    ]);
  });

  it("removes nothing if one id is unknown, also a mere beginning", async () => {
    const { type, stores, notes } = await setUp({}, { id: "q-2" });

    const { code, errors } = await type("forget", "q-1", "q-");

    expect(code).toBe(2);
    expect(errors).toContain(
      "Nothing was forgotten. There is no quarantined result with the id q-.",
    );
    expect(await stores.quarantine.list({}, 9)).toHaveLength(2);
    expect(await notes()).toEqual([]);
  });
});
