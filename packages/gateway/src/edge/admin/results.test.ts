import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { readStreamed, textIn } from "@toolcourt/testing/admin-answers";
import { recordRig } from "@toolcourt/testing/records";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../governance/results/keep-results.ts";
import type { StoredResult } from "../../stores/result-store.ts";
import { noon, result } from "../../stores/suites/builders.ts";
import { resultsPart } from "./results.ts";

const output = '{"content":[{"type":"text","text":"\u{202e}gnp.exe"}]}';

function stored(differences: Partial<StoredResult>): StoredResult {
  const { output: given = output } = differences;
  return result({ tenant: "north", output: given, digest: digestOf(given), ...differences });
}

async function setUp(kept: readonly Partial<StoredResult>[], permissions = ["results:read"]) {
  const rig = recordRig();
  for (const each of kept) await rig.stores.results.keep(stored(each));
  const part = resultsPart(rig.desks.results);
  const principal = { id: "key:nora", tenant: "north", permissions: [], kind: "user" } as const;
  const send = (method: string, path: string) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/results${path}` });
    return part.answer(request, {
      principal,
      may: (permission) => permissions.includes(permission),
      require: (missing = "") => {
        if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
      },
    });
  };
  return { ...rig, send };
}

describe("kept results in the admin API", () => {
  it("are listed page by page, the newest first, without their texts", async () => {
    const kept = ["a", "b", "c"].map((callId, index) => ({ callId, at: noon + index }));
    const { send, bodies } = await setUp([...kept, { callId: "other", tenant: "south" }]);

    const first = await send("GET", "?limit=2");
    const second = await send("GET", `?limit=2&cursor=${textIn(first, "next")}`);

    expect(first).toMatchObject({ results: [{ callId: "c" }, { callId: "b" }] });
    expect(second).toEqual({ results: [expect.objectContaining({ callId: "a" })] });
    expect(JSON.stringify([first, second])).not.toContain('"output"');
    expect(await bodies()).toEqual([]);
  });

  it("are filtered", async () => {
    const { send } = await setUp([
      { callId: "a", tool: "find" },
      { callId: "b", discoveryId: "d-1", scope: '{"subscriptionId":"s-1"}' },
    ]);

    expect(await send("GET", "?tool=find")).toMatchObject({ results: [{ callId: "a" }] });
    expect(await send("GET", "?discovery=d-1")).toMatchObject({
      results: [{ callId: "b", scope: { subscriptionId: "s-1" } }],
    });
    expect(await send("GET", "?before=2000-01-01T00:00:00Z")).toEqual({ results: [] });
  });

  it("are shown whole, with the checks of their digests, and the look is recorded", async () => {
    const { send, bodies } = await setUp([{ callId: "a" }]);

    expect(await send("GET", "/a")).toMatchObject({
      callId: "a",
      text: output,
      isCut: false,
      isIntact: true,
      bytes: Buffer.byteLength(output),
      inLog: { kind: "missing" },
    });
    expect(await bodies()).toMatchObject([{ kind: "result.shown", callId: "a" }]);
  });

  it("of 10 MB are shown by their first 256 KB, cut between characters, and streamed whole", async () => {
    const large = JSON.stringify({
      content: [],
      structuredContent: { text: "é".repeat(5_000_000) },
    });
    const { send } = await setUp([{ callId: "large", output: large }]);

    const answer = await send("GET", "/large");
    const shown = textIn(answer, "text");
    const whole = await readStreamed(await send("GET", "/large/output"));

    expect(Buffer.byteLength(large)).toBeGreaterThan(10_000_000);
    expect(answer).toMatchObject({ isCut: true, bytes: Buffer.byteLength(large) });
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(256 * 1024 - 4);
    expect(large.startsWith(shown)).toBe(true);
    expect(whole.file).toBe("result-large.json");
    expect(whole.text).toBe(large);
  });

  it("that were altered are not shown, and not saved", async () => {
    const { send } = await setUp([{ callId: "a", digest: "sha256:00" }]);

    expect(await send("GET", "/a")).toMatchObject({ isIntact: false, text: null });
    await expect(send("GET", "/a/output")).rejects.toMatchObject({
      code: "result-refused",
      details: { because: "altered" },
    });
  });

  it.each([
    ["GET", "/other", "result-refused"],
    ["GET", "/other/output", "result-refused"],
    ["GET", "/none", "result-refused"],
    ["GET", `/${"a".repeat(65)}`, "result-refused"],
    ["GET", "/a?view=exact", "request-invalid"],
    ["GET", "?limit=101", "request-invalid"],
    ["GET", "?cursor=first", "request-invalid"],
    ["GET", "?tenant=south", "request-invalid"],
    ["POST", "/a", "request-invalid"],
  ])("refuse %s %s with %s", async (method, path, code) => {
    const { send, bodies } = await setUp([{ callId: "other", tenant: "south" }]);

    await expect(send(method, path)).rejects.toMatchObject({ code });
    expect(await bodies()).toEqual([]);
  });

  it("need a permission", async () => {
    const { send } = await setUp([{ callId: "a" }], []);

    await expect(send("GET", "/a")).rejects.toMatchObject({ details: { missing: "results:read" } });
  });
});
