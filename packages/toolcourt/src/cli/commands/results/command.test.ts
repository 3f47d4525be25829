import type { OpenedResults } from "@toolcourt/gateway/internal/compose/operator-stores";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { digestOf } from "@toolcourt/gateway/internal/governance/results/keep-results";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import type { StoredResult } from "@toolcourt/gateway/internal/stores/result-store";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { noon, result } from "@toolcourt/gateway/internal/stores/suites/builders";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createResultsCommand } from "./command.ts";

function kept(differences: Partial<StoredResult> = {}): StoredResult {
  const output = JSON.stringify({ content: [{ type: "text", text: "sunny\u{1b}" }] });
  return result({ output, digest: digestOf(output), ...differences });
}

async function setUp(...results: readonly StoredResult[]) {
  const { results: store } = openMemoryStores({ link });
  for (const each of results) await store.keep(each);
  const shown: string[] = [];
  const command = createResultsCommand(
    async (): Promise<OpenedResults> => ({
      results: store,
      shown: async (callId) => void shown.push(callId),
      [Symbol.asyncDispose]: async () => undefined,
    }),
  );
  const type = (...args: readonly string[]) => run(["results", ...args], { command });
  return { type, shown };
}

describe("toolcourt results list", () => {
  it("prints one line per result, newest first", async () => {
    const { type } = await setUp(
      kept(),
      kept({ callId: "call-2", tool: "o\u{1b}dd", at: noon + 1 }),
    );

    expect(await type("list")).toMatchObject({
      code: 0,
      output:
        "call-2  o\\u{1b}dd  2026-11-01T12:00:00.001Z\ncall-1  weather  2026-11-01T12:00:00.000Z",
    });
  });

  it("reports that there are more results than printed", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => kept({ callId: `call-${index}` }));
    const { type } = await setUp(...many);

    const { output, errors } = await type("list");

    expect(output.split("\n")).toHaveLength(1_000);
    expect(errors).toBe("Only the newest 1000 are listed. Use --tool or --tenant.");
  });

  it("reports an empty list", async () => {
    const { type } = await setUp();

    expect(await type("list")).toMatchObject({ code: 0, output: "Nothing found." });
  });

  it("filters by tool or tenant, and prints JSON without the content", async () => {
    const { type } = await setUp(
      kept(),
      kept({ callId: "call-2", tool: "other", tenant: "south" }),
    );

    const byTool = await type("list", "--tool", "other", "--json");
    const byTenant = await type("list", "--tenant", "north", "--json");

    expect(JSON.parse(byTool.output)).toMatchObject([{ callId: "call-2", tenant: "south" }]);
    expect(JSON.parse(byTenant.output)).toMatchObject([{ callId: "call-1" }]);
    expect(byTool.output).not.toContain("sunny");
  });
});

describe("toolcourt results show", () => {
  it("prints the result escaped for a terminal, and audits the access", async () => {
    const { type, shown } = await setUp(kept());

    const { code, output } = await type("show", "call");

    expect(code).toBe(0);
    expect(output).toContain("Caller:    subject-1, tenant north");
    expect(output).toContain('"text": "sunny\\u001b"');
    expect(shown).toEqual(["call-1"]);
  });

  it("prints JSON with the original result", async () => {
    const { type } = await setUp(kept());

    const { output } = await type("show", "call-1", "--json");

    expect(JSON.parse(output)).toMatchObject({
      callId: "call-1",
      digest: kept().digest,
      output: { content: [{ type: "text", text: "sunny\u{1b}" }] },
    });
  });

  it("shows no result whose digest does not match", async () => {
    const { type, shown } = await setUp(kept({ output: '{"content":["forged"]}' }));

    const { code, output, errors } = await type("show", "call-1");

    expect({ code, output, shown }).toEqual({ code: 1, output: "", shown: [] });
    expect(errors).toContain("its digest differs");
  });

  it.each([
    { args: ["show"], problem: "Name the call by its id." },
    { args: ["show", "none"], problem: "There is no result with the id none." },
    { args: ["show", "call-"], problem: "Several results have an id that begins with call-." },
    { args: ["drop"], problem: "There is no action drop; there are list and show." },
  ])("refuses $args", async ({ args, problem }) => {
    const { type } = await setUp(kept(), kept({ callId: "call-2" }));

    const { code, errors } = await type(...args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
  });

  it("reports why the store is unavailable", async () => {
    const command = createResultsCommand(() => Promise.reject(new StoreError("locked")));

    const { code, errors } = await run(["results", "list"], { command });

    expect(code).toBe(2);
    expect(errors).toContain("Another process holds the lock of the store");
  });
});
