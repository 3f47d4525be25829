import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { noon } from "@toolcourt/gateway/internal/stores/suites/builders";
import { callDeskRig, type RecordedCall } from "@toolcourt/testing/calls-desk";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createCallsCommand } from "./command.ts";

async function setUp(...calls: readonly RecordedCall[]) {
  const rig = callDeskRig();
  for (const call of calls) await rig.record(call);
  const command = createCallsCommand(async () => ({
    desk: rig.desk,
    calls: rig.stores.calls,
    operator: "operator:grace",
    [Symbol.asyncDispose]: async () => undefined,
  }));
  const type = (...args: readonly string[]) => run(["calls", ...args], { command });
  return { ...rig, type };
}

describe("toolcourt calls list", () => {
  it("brings the index up to date, and prints one line per call, newest first", async () => {
    const { type, notes } = await setUp(
      { id: "call-1" },
      { id: "call-2", tool: "o\u{1b}dd", code: "rate-limited", at: noon + 1 },
      { id: "call-3", code: null, at: noon + 2 },
    );

    expect(await type("list")).toMatchObject({
      code: 0,
      output: [
        "call-3  hello  started  2026-11-01T12:00:00.002Z",
        "call-2  o\\u{1b}dd  refused rate-limited 12.3 ms  2026-11-01T12:00:00.001Z",
        "call-1  hello  answered 12.3 ms  2026-11-01T12:00:00.000Z",
      ].join("\n"),
    });
    expect(await notes()).toEqual([]);
  });

  it.each([
    [["--tool", "other"], ["b"]],
    [["--status", "refused"], ["c"]],
    [["--code", "tool-failed"], ["d"]],
    [["--tenant", "south"], ["e"]],
    [["--subject", "ada@example.com"], ["f"]],
    [["--subject", "s-ada"], ["f"]],
    [["--from", "2026-11-02"], ["g"]],
    [["--to", "2026-11-01T12:00:00Z"], ["h"]],
    [["--id", "call-a"], ["i"]],
    [["--server", "none"], []],
  ])("filters by %j", async (args, ids) => {
    const { type } = await setUp(
      { id: "b", tool: "other" },
      { id: "c", code: "rate-limited" },
      { id: "d", code: "tool-failed" },
      { id: "e", tenant: "south" },
      { id: "f", subject: "s-ada" },
      { id: "g", at: noon + 86_400_000 },
      { id: "h", at: noon - 1 },
      { id: "call-a1" },
    );

    const { output } = await type("list", ...args, "--json");

    const found: unknown = JSON.parse(output);
    const wanted = ids.map((id) => ({ id: id === "i" ? "call-a1" : id }));
    expect(found).toMatchObject({ calls: wanted, indexedTo: 16, last: 16 });
  });

  it("reports an empty list, and mistakes with their places", async () => {
    const { type } = await setUp();

    expect(await type("list")).toMatchObject({ code: 0, output: "Nothing found." });
    expect((await type("list", "--from", "yest\u{1b}erday")).errors).toContain(
      "--from: Expected a time like 2026-11-01 or 2026-11-01T12:00:00Z, got yest\\u{1b}erday.",
    );
    expect((await type("list", "--id", "a%")).errors).toContain(
      "--id: Expected 4 to 64 letters, digits and dashes, got a%.",
    );
  });

  it("reports that there are more calls than printed", async () => {
    const { type, record } = await setUp();
    for (let index = 0; index <= 1_000; index += 1) await record({ id: `call-${index}` });

    const { output, errors } = await type("list");

    expect(output.split("\n")).toHaveLength(1_000);
    expect(errors).toBe("Only the newest 1000 are listed. Use --tool, --from or another filter.");
  });
});

describe("toolcourt calls show", () => {
  it("prints a call with its entries, and audits the look", async () => {
    const { type, notes } = await setUp({ id: "call-1", code: "rate-limited", tenant: "north" });

    const { code, output } = await type("show", "call");

    expect(code).toBe(0);
    expect(output).toContain("Caller:    s-1, tenant north");
    expect(output).toContain("Outcome:   refused rate-limited 12.3 ms");
    expect(output).toContain("Means:     ");
    expect(output).toContain("Time:      2026-11-01T12:00:00.012Z, call ended");
    expect(output).toContain('"kind": "call.closed"');
    expect(await notes()).toMatchObject([
      { kind: "audit.read", callId: "call-1", about: { action: "call", by: "operator:grace" } },
    ]);
  });

  it("prints JSON with the result and the rows", async () => {
    const { type } = await setUp({ id: "call-1" });

    const { output } = await type("show", "call-1", "--json");

    expect(JSON.parse(output)).toMatchObject({
      id: "call-1",
      rows: { opened: 1, closed: 2 },
      result: { digest: "sha256:00", isKept: false },
      entries: [{ row: 1 }, { row: 2 }],
    });
  });

  it.each([
    { args: ["show"], problem: "Name the call by its id." },
    { args: ["show", "none"], problem: "There is no call with the id none in the audit log." },
    { args: ["show", "call-"], problem: "Several calls have an id that begins with call-." },
    { args: ["show", "a"], problem: "An id: Expected 4 to 64 letters, digits and dashes, got a." },
    { args: ["drop"], problem: "There is no action drop; there are list and show." },
  ])("refuses $args, and audits nothing", async ({ args, problem }) => {
    const { type, notes } = await setUp({ id: "call-1" }, { id: "call-2" });

    const { code, errors } = await type(...args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
    expect(await notes()).toEqual([]);
  });

  it("reports why the store is unavailable", async () => {
    const command = createCallsCommand(() => Promise.reject(new StoreError("locked")));

    const { code, errors } = await run(["calls", "list"], { command });

    expect(code).toBe(2);
    expect(errors).toContain("Another process holds the lock of the store");
  });
});
