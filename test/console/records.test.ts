import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { link, linkModule } from "../../packages/gateway/src/governance/audit/chain.ts";
import type { DurableStores } from "../../packages/gateway/src/stores/durable-stores.ts";
import { openSqliteStores } from "../../packages/gateway/src/stores/sqlite/open-sqlite-stores.ts";
import { patientDeadlineMs } from "../../packages/gateway/src/stores/store-error.ts";
import { intent, result } from "../../packages/gateway/src/stores/suites/builders.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  parseJson,
} from "../../packages/sdk/src/index.ts";
import { textIn } from "../../packages/testing/src/admin-answers.ts";
import { fromPage, inSession, openStream } from "../../packages/testing/src/console-requests.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { createCanaries } from "../canary/canaries.ts";
import { openEchoServer } from "../canary/echo-server.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { openServedConsole, type ServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 60_000 };

const open = {
  local: ["workspace"],
  tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
};

async function call(url: URL, name: string, given: JsonObject = {}): Promise<string> {
  const said = { name, arguments: given };
  const request = spoken("tools/call", said, { era: "modern", lane: "fast" });
  return (await fetch(url, request)).text();
}

/** Opens the database of the gateway a second time, as another gateway would. */
async function openBesides({ folder }: ServedConsole): Promise<DurableStores> {
  const stores = await openSqliteStores(`${folder.path}/.toolcourt/state.db`, {
    link,
    linkModule,
    clock: systemClock,
    deadlineMs: patientDeadlineMs,
  });
  onTestFinished(() => stores[Symbol.asyncDispose]());
  return stores;
}

function linesIn(text: string): readonly JsonObject[] {
  return text.trimEnd().split("\n").map(parseJson).filter(isJsonObject);
}

function itemsOf(body: JsonObject, list: string): readonly JsonObject[] {
  const found = body[list];
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
}

function firstOf(body: JsonObject, list: string): JsonObject {
  return itemsOf(body, list)[0] ?? {};
}

describe("the audit log in the console", patience, () => {
  it("is verified, exported and proved as by the commands, on another machine", async () => {
    const served = await openServedConsole({ toolbox: open });
    const { get, post, folder } = served;
    await call(served.serving.url, "hello", { name: "Ada" });
    const { body: status } = await get("audit/status");
    const publicKey = isJsonObject(status["key"]) ? textIn(status["key"], "publicKey") : "";
    const verified = linesIn((await post("audit/verify")).text);
    const exported = await get("audit/export");
    const proof = await get("audit/rows/1/proof");
    await folder.write("audit.jsonl", exported.text);
    await folder.write("row-1.tlog-proof", proof.text);

    const judge = (file: string) =>
      run(["audit", "verify", file, "--key", publicKey], { folder: folder.path });
    const [whole, one] = [await judge("audit.jsonl"), await judge("row-1.tlog-proof")];
    const byCommand = await run(["audit", "prove", "1"], { folder: folder.path });

    expect(verified.at(-1)).toMatchObject({ kind: "sound" });
    expect(exported.headers["content-type"]).toBe("application/x-ndjson");
    expect(exported.headers["content-disposition"]).toBe(
      'attachment; filename="toolcourt-audit.jsonl"',
    );
    expect(exported.text).toContain('"kind":"audit.exported"');
    expect(exported.text).toContain('"operator":"operator:grace"');
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.output).toContain("all in place.");
    expect(proof.headers["content-disposition"]).toBe('attachment; filename="row-1.tlog-proof"');
    expect(one).toMatchObject({ code: 0 });
    expect(one.output).toMatch(/^Row 1 of toolcourt-/);
    expect(byCommand.output).toBe(proof.text.trimEnd());
  });

  it("names the first row that was changed in the database", async () => {
    const served = await openServedConsole({ toolbox: open });
    await call(served.serving.url, "hello", { name: "Ada" });
    await served.get("audit/rows/1");
    const database = new DatabaseSync(`${served.folder.path}/.toolcourt/state.db`);
    onTestFinished(() => database.close());
    const guards = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
    );
    for (const { name } of guards.all()) database.exec(`DROP TRIGGER ${String(name)}`);
    database.exec("UPDATE audit SET body = replace(body, 'a', 'b') WHERE sequence = 2");

    const verified = linesIn((await served.post("audit/verify")).text);

    expect(verified.at(-1)).toMatchObject({
      kind: "broken",
      row: 2,
      problem: "The hash does not fit the row and the rows before it.",
    });
  });

  it("is verified once at a time, and no longer once the reader has left", async () => {
    const served = await openServedConsole({ toolbox: open });
    const stores = await openBesides(served);
    const body = JSON.stringify({ kind: "test.made", text: "x".repeat(500) });
    const entries = Array.from({ length: 1_000 }, () => ({ body, part: "note" as const, at: 0 }));
    for (let group = 0; group < 60; group += 1) await stores.audit.append(entries, "committed");
    const { url } = served.serving;
    const headers = {
      ...fromPage(url, inSession(served.halves)),
      "content-type": "application/json",
    };
    const path = "/console/api/v1/audit/verify";
    const stream = await openStream(url, { method: "POST", path, headers, body: "{}" });

    const second = await served.post("audit/verify");
    stream.destroy();
    await expect
      .poll(async () => (await served.post("audit/verify")).status, { timeout: 10_000 })
      .toBe(200);

    expect(second.status).toBe(429);
    expect(second.body).toMatchObject({
      error: { code: "audit-refused", evidence: { because: "verifying" } },
    });
  });

  it("shows calls that never ended, and closes them with the name of the operator", async () => {
    const served = await openServedConsole({ toolbox: open });
    const { get, post, folder } = served;
    const stores = await openBesides(served);
    const at = systemClock.now() - 24 * 3_600_000;
    const lost = intent("call-lost", at);
    const begun = {
      kind: "call.opened",
      callId: "call-lost",
      at,
      tool: "hello",
      principal: { id: "s1" },
    };
    await stores.audit.append([{ ...lost, body: JSON.stringify(begun) }], "on-disk");

    const { body } = await get("audit/unfinished");
    const { row = null } = firstOf(body, "calls");
    const closed = await post("audit/unfinished/close", { rows: [row] });
    const again = await post("audit/unfinished/close", { rows: [row] });
    const byCommand = await run(["audit", "unfinished"], { folder: folder.path });
    const { text } = await get("audit/export");

    expect(firstOf(body, "calls")).toMatchObject({
      callId: "call-lost",
      tool: "hello",
      mayStillRun: false,
    });
    expect(closed).toMatchObject({ status: 200, body: { closed: [{ callId: "call-lost" }] } });
    expect(again).toMatchObject({ status: 404, body: { error: { code: "audit-refused" } } });
    expect(byCommand).toMatchObject({ code: 0, output: "Every started call has ended." });
    expect(text).toContain(`"about":{"operator":"operator:grace","row":${JSON.stringify(row)}}`);
    expect(text.match(/"kind":"call.lost"/g)).toHaveLength(1);
  });
});

describe("kept results in the console", patience, () => {
  it("are compared with the audit log, and saved as they were given", async () => {
    const served = await openServedConsole({ toolbox: open, results: { retain: "all" } });
    const { get, folder } = served;
    await call(served.serving.url, "hello", { name: "Ada" });

    const first = firstOf((await get("results")).body, "results");
    const [callId, digest] = [textIn(first, "callId"), textIn(first, "digest")];
    const { body } = await get(`results/${callId}`);
    const inLog = isJsonObject(body["inLog"]) ? body["inLog"] : {};
    const { body: row } = await get(`audit/rows/${JSON.stringify(inLog["row"])}`);
    const saved = await get(`results/${callId}/output`);
    const byCommand = await run(["results", "show", callId, "--json"], {
      folder: folder.path,
    });
    const rows = await get("audit/export");

    expect(body).toMatchObject({
      tool: "hello",
      isIntact: true,
      isCut: false,
      inLog: { kind: "matches" },
    });
    expect(row["body"]).toMatchObject({ kind: "call.closed", callId, result: { digest } });
    expect(saved.text).toBe(body["text"]);
    expect(`sha256:${createHash("sha256").update(saved.text).digest("hex")}`).toBe(digest);
    expect(saved.headers["content-disposition"]).toContain(`filename="result-${callId}.json"`);
    const commandResult = parseJson(byCommand.output);
    expect(isJsonObject(commandResult) && commandResult["output"]).toEqual(parseJson(saved.text));
    // Two looks in the browser and one of the command, all in the same form.
    expect(
      rows.text.match(
        /"about":\{"operator":"operator:grace"\},"at":\d+,"callId":"[\w-]+","kind":"result.shown"/g,
      ),
    ).toHaveLength(3);
  });

  it("of 10 MB come by their first 256 KB, and whole as a file", async () => {
    const served = await openServedConsole({ toolbox: open });
    const stores = await openBesides(served);
    const output = JSON.stringify({
      content: [{ type: "text", text: "0123456789".repeat(1_048_576) }],
    });
    const digest = `sha256:${createHash("sha256").update(output).digest("hex")}`;
    await stores.results.keep(
      result({ callId: "large", tenant: "", output, digest, at: systemClock.now() }),
    );

    const { body, text } = await served.get("results/large");
    const saved = await served.get("results/large/output");

    expect(body).toMatchObject({
      isCut: true,
      bytes: output.length,
      isIntact: true,
      inLog: { kind: "missing" },
    });
    expect(body["text"]).toBe(output.slice(0, 256 * 1024));
    expect(text.length).toBeLessThan(300_000);
    expect(saved.text === output).toBe(true);
  });
});

describe("what was recorded of a server that repeats its credential", patience, () => {
  it("has it in no answer about rows, results and quarantined answers", async () => {
    const canaries = createCanaries(7);
    const echo = await openEchoServer();
    onTestFinished(() => echo[Symbol.asyncDispose]());
    const address = new URL(echo.url);
    address.username = "ada";
    address.password = canaries.make("password of a server");
    address.searchParams.set("key", canaries.make("key in the address of a server"));
    const served = await openServedConsole({
      toolbox: { mcps: [serverEntry("echo", address.href)] },
      results: { retain: "all" },
    });
    const { get, post, serving } = served;
    for (const name of ["as-text", "as-base64", "as-key", "as-error", "as-invalid-result"]) {
      await call(serving.url, name);
    }

    const quarantine = await get("quarantine");
    const id = textIn(firstOf(quarantine.body, "results"), "id");
    const results = await get("results");
    const callIds = itemsOf(results.body, "results").map((each) => textIn(each, "callId"));
    const answers = [
      quarantine,
      await get(`quarantine/${id}`),
      results,
      ...(await Promise.all(
        callIds.flatMap((callId) => [get(`results/${callId}`), get(`results/${callId}/output`)]),
      )),
      await get("audit/export"),
      await get("audit/export?format=ocsf"),
      await get("audit/unfinished"),
      await get("audit/status"),
      await post("audit/verify"),
    ];
    const found = answers.flatMap(({ text }) =>
      canaries.all().filter(({ value }) => text.includes(value)),
    );

    expect(callIds.length).toBeGreaterThanOrEqual(4);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers[1]?.body).toMatchObject({ tool: "as-invalid-result" });
    expect(textIn(answers[1]?.body ?? {}, "text")).toContain("***");
    expect(found).toEqual([]);
  });

  it("is forgotten from quarantine once", async () => {
    const echo = await openEchoServer();
    onTestFinished(() => echo[Symbol.asyncDispose]());
    const served = await openServedConsole({
      toolbox: { mcps: [serverEntry("echo", String(echo.url))] },
    });
    const { get, post, serving } = served;
    await call(serving.url, "as-invalid-result");
    await call(serving.url, "as-invalid-result");

    const first = (await get("quarantine?limit=1")).body;
    const second = (await get(`quarantine?limit=1&cursor=${textIn(first, "next")}`)).body;
    const id = textIn(firstOf(first, "results"), "id");
    const forgotten = await post(`quarantine/${id}/forget`);
    const again = await post(`quarantine/${id}/forget`);

    expect(first).toMatchObject({ isMore: true });
    expect(firstOf(second, "results")["id"]).not.toBe(id);
    expect(second["next"]).toBeUndefined();
    expect(forgotten).toMatchObject({ status: 200, body: { forgotten: 1 } });
    expect(again).toMatchObject({ status: 404, body: { error: { code: "quarantined-unknown" } } });
  });
});
