import type { OpenedResults } from "@toolcourt/gateway/internal/compose/open-results";
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
      recordedOf: async ({ callId }) =>
        callId === "call-1" ? { row: 7, digest: kept().digest } : undefined,
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
    expect(errors).toBe("Only the newest 1000 are listed. Use --tool, --tenant or --discovery.");
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

const ofDiscovery = {
  discoveryId: "d-1",
  connection: "c-1",
  scope: '{"subscriptionId":"s-1","tenantId":"t-1"}',
  tier: "cost",
  stage: "query",
  correlation: "r-1",
};

describe("toolcourt results list --discovery", () => {
  it("prints exactly the results of the discovery", async () => {
    const { type } = await setUp(
      kept(),
      kept({ callId: "call-2", ...ofDiscovery }),
      kept({ callId: "call-3", ...ofDiscovery, discoveryId: "d-10" }),
    );

    const { output, errors } = await type("list", "--discovery", "d-1");
    const json = await type("list", "--discovery", "d-1", "--json");

    expect(output).toBe("call-2  weather  2026-11-01T12:00:00.000Z  discovery d-1");
    expect(errors).toBe("");
    expect(JSON.parse(json.output)).toMatchObject([
      { callId: "call-2", ...ofDiscovery, scope: { subscriptionId: "s-1", tenantId: "t-1" } },
    ]);
  });

  it("lists more of one discovery than other results leave room for", async () => {
    const others = Array.from({ length: 1_000 }, (_, index) =>
      kept({ callId: `call-${index}`, at: noon + 1 }),
    );
    const { type } = await setUp(kept({ callId: "oldest", ...ofDiscovery }), ...others);

    expect((await type("list", "--discovery", "d-1")).output).toContain("oldest");
    expect((await type("list")).output).not.toContain("oldest");
  });

  it.each([[], ["--json"]])("says that there is none, with %j", async (...more) => {
    const { type } = await setUp(kept());

    const { code, output, errors } = await type("list", "--discovery", "d\u{1b}-2", ...more);

    expect({ code, output }).toEqual({ code: 0, output: more.length ? "[]" : "Nothing found." });
    expect(errors).toContain("No such result of the discovery d\\u{1b}-2 is kept.");
    expect(errors).toContain("toolcourt results list");
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

  it("prints the discovery of a result", async () => {
    const { type } = await setUp(kept(ofDiscovery));

    const { output } = await type("show", "call-1");
    const json = await type("show", "call-1", "--json");

    expect(output).toContain(
      [
        "Discovery: d-1, tier cost, stage query",
        "Scope:     subscriptionId=s-1, tenantId=t-1",
        "Ids:       connection c-1, correlation r-1",
        "Result:",
      ].join("\n"),
    );
    const scope = { subscriptionId: "s-1", tenantId: "t-1" };
    expect(JSON.parse(json.output)).toMatchObject({ ...ofDiscovery, scope });
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

  it.each([
    [kept(), "row 7 has the same digest", { kind: "matches", row: 7 }],
    [
      kept({ output: "{}", digest: digestOf("{}") }),
      "row 7 has another digest",
      { kind: "differs", row: 7 },
    ],
    [kept({ callId: "call-2" }), "no row near its time ends this call", { kind: "missing" }],
  ])("says whether the audit log has the same digest: %#", async (each, says, inLog) => {
    const { type } = await setUp(each);

    const { output } = await type("show", each.callId);
    const json = await type("show", each.callId, "--json");

    expect(output).toContain(`Audit log: ${says}`);
    expect(JSON.parse(json.output)).toMatchObject({ inLog });
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
