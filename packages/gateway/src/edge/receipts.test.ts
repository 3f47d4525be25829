import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { spoken, type TestLane, testLanes } from "@toolcourt/testing/lanes";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { openServing } from "@toolcourt/testing/serving";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

const postgres = await usePostgres();
const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
const toolbox = { local: ["workspace"], tools };

/** Serves a gateway with a durable store, and calls its tools over HTTP. */
async function serve(url: string, audit: JsonObject) {
  const config = { toolbox, stores: { url }, audit };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing({ folder: folder.path });
  onTestFinished(() => serving[Symbol.asyncDispose]());
  const call = async (name: string, lane: TestLane, args: JsonObject = {}): Promise<JsonObject> => {
    const request = spoken("tools/call", { name, arguments: args }, lane);
    const text = await (await fetch(serving.url, request)).text();
    const answer = parseJson(
      /^(?:event: message\n)?(?:data: )?(\{.*\})\s*$/s.exec(text)?.[1] ?? "",
    );
    return isJsonObject(answer) ? answer : {};
  };
  const type = (args: readonly string[], input = "") =>
    run(["audit", ...args], { folder: folder.path, clock: systemClock, input });
  return { call, type };
}

function receiptIn(answer: JsonObject): JsonObject {
  const [result, error] = [own(answer, "result"), own(answer, "error")];
  const holder = isJsonObject(result)
    ? own(result, "_meta")
    : isJsonObject(error) && own(error, "data");
  const receipt = isJsonObject(holder) ? own(holder, "dev.toolcourt/receipt") : undefined;
  return isJsonObject(receipt) ? receipt : {};
}

const stores = [
  { name: "SQLite", missing: undefined, url: async () => "sqlite:state.db" },
  { name: "PostgreSQL", missing: postgres.missing, url: () => postgres.database() },
];

// Each opens a gateway and several commands over one store.
describe.each(stores)("receipts over HTTP with $name", { timeout: 30_000 }, (store) => {
  it.skipIf(store.missing !== undefined)(
    "name the row that records an answer, which `audit prove` finds under a checkpoint",
    async () => {
      const { call, type } = await serve(await store.url(), { receipts: true });
      const { output: key } = await type(["key"]);

      for (const lane of testLanes) {
        const answer = await call("hello", lane);
        const receipt = receiptIn(answer);
        expect(JSON.stringify(receipt)).toMatch(/^\{"row":\d+,"hash":"[0-9a-f]{64}"\}$/);
        const proof = await type(["prove", JSON.stringify(receipt)]);
        expect(proof).toMatchObject({ code: 0, errors: "" });
        const verified = await type(["verify", "-", "--key", key], `${proof.output}\n`);
        expect(verified.output).toContain(`Row ${JSON.stringify(receipt["row"])} of`);
        expect(verified.output).toContain('"kind":"call.closed"');
        expect(verified.output).toContain('"status":"answered"');
      }
    },
  );

  it.skipIf(store.missing !== undefined)("name the row of a refusal too", async () => {
    const { call, type } = await serve(await store.url(), { receipts: true });
    const { output: key } = await type(["key"]);

    for (const lane of testLanes) {
      const invalid = await call("read_repo_file", lane, { nothing: "known" });
      const unknown = await call("no-such-tool", lane);
      expect(JSON.stringify(invalid)).toContain("input-invalid");
      expect(JSON.stringify(unknown)).toContain("tool-unknown");
      for (const refused of [invalid, unknown]) {
        const proof = await type(["prove", JSON.stringify(receiptIn(refused))]);
        const verified = await type(["verify", "-", "--key", key], `${proof.output}\n`);
        expect(verified.output).toContain('"status":"refused"');
      }
    }
  });
});

describe("receipts", { timeout: 30_000 }, () => {
  it("are off by default", async () => {
    const { call } = await serve("sqlite:state.db", {});

    for (const lane of testLanes) {
      expect(JSON.stringify(await call("hello", lane))).not.toContain("dev.toolcourt/receipt");
    }
  });

  it("come from the store, not from its mirror", async () => {
    const { call, type } = await serve("sqlite:state.db", {
      receipts: true,
      mirror_file: "copy.jsonl",
    });

    const receipt = receiptIn(await call("hello", { era: "modern", lane: "fast" }));

    expect((await type(["prove", JSON.stringify(receipt)])).code).toBe(0);
  });
});
