import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { readStreamed, textIn } from "@toolcourt/testing/admin-answers";
import { recordRig } from "@toolcourt/testing/records";
import { describe, expect, it } from "vitest";
import { parseVerifier } from "../../governance/audit/note.ts";
import { verifyProof } from "../../governance/audit/row-proof.ts";
import { auditPart } from "./audit.ts";

const all = ["audit:read", "audit:verify", "audit:close"];

interface Sending {
  readonly tenant?: string;
  readonly permissions?: readonly string[];
  readonly hasNoLog?: true;
}

function setUp({ tenant, permissions = all, hasNoLog }: Sending = {}) {
  const rig = recordRig();
  const desk = hasNoLog === true ? undefined : rig.desks.audit;
  const part = auditPart({ desk, unsigned: () => undefined });
  const principal = {
    id: "key:nora",
    permissions: [],
    kind: "user",
    ...(tenant !== undefined && { tenant }),
  } as const;
  const send = (method: string, path: string, body?: unknown) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/audit/${path}` });
    Object.assign(request.headers, { "content-type": "application/json" });
    if (body !== undefined) request.push(JSON.stringify(body));
    request.push(null);
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

describe("the audit log in the admin API", () => {
  it("says how far it goes, and who signs it", async () => {
    const { send, addCall, sign } = setUp();
    await addCall({ callId: "c-1" });
    await sign();

    const status = await send("GET", "status");

    expect(status).toMatchObject({
      last: { row: 1, at: "2026-11-01T00:00:00.000Z" },
      signed: { row: 1 },
      key: { origin: "toolcourt/test" },
      unsigned: null,
    });
    expect(textIn(status, "checkpoint")).toMatch(/^toolcourt\/test\n1\n/);
  });

  it("shows a row with its fields and its exact text", async () => {
    const { send, addCall } = setUp();
    await addCall({ callId: "c-1" });

    const row = await send("GET", "rows/1");

    expect(row).toMatchObject({ row: 1, body: { kind: "call.opened", callId: "c-1" } });
    expect(textIn(row, "text")).toContain('"callId":"c-1"');
  });

  it("gives a proof that the verifier accepts, under a name of its own", async () => {
    const { send, addCall, signer } = setUp();
    await addCall({ callId: "c-1" });

    const { file, text: proof } = await readStreamed(await send("GET", "rows/1/proof"));

    const verifiers = [parseVerifier(signer.publicKey)].filter((each) => each !== undefined);
    expect(file).toBe("row-1.tlog-proof");
    expect(verifyProof(proof, verifiers)).toMatchObject({ sequence: 1 });
  });

  it("is verified line by line, with the verdict last", async () => {
    const { send, addCall } = setUp();
    await addCall({ callId: "c-1" });

    const { text: lines } = await readStreamed(await send("POST", "verify", {}));

    expect(
      lines
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { kind: "progress", rows: 0, of: 2 },
      { kind: "sound", rows: 2, signed: 2, witnessed: 0 },
    ]);
  });

  it("is verified once at a time", async () => {
    const { send } = setUp();
    const first = await send("POST", "verify", {});

    await expect(send("POST", "verify", {})).rejects.toMatchObject({
      details: { because: "verifying" },
    });
    await readStreamed(first);
    await readStreamed(await send("POST", "verify", {}));
  });

  it("pages through the calls that never ended, the oldest first", async () => {
    const { send, addCall, clock } = setUp();
    for (const callId of ["c-1", "c-2", "c-3"]) await addCall({ callId });
    await clock.advance(60_001);

    expect(await send("GET", "unfinished?limit=2")).toMatchObject({
      calls: [{ callId: "c-1", row: 1, mayStillRun: false }, { callId: "c-2" }],
      next: "2",
    });
    expect(await send("GET", "unfinished?limit=2&cursor=2")).toEqual({
      calls: [expect.objectContaining({ callId: "c-3" })],
    });
    expect(await send("POST", "unfinished/close", { rows: [1, 3] })).toMatchObject({
      closed: [{ callId: "c-1" }, { callId: "c-3" }],
    });
    expect(await send("GET", "unfinished")).toMatchObject({ calls: [{ callId: "c-2" }] });
  });

  it("is exported as the command does, or in part", async () => {
    const { send, addCall } = setUp();
    await addCall({ callId: "c-1", hasEnded: true });

    const whole = await readStreamed(await send("GET", "export"));
    const part = await readStreamed(await send("GET", "export?from=2&to=2"));
    const ocsf = await readStreamed(await send("GET", "export?format=ocsf&to=1"));

    expect(whole.file).toBe("toolcourt-audit.jsonl");
    expect(whole.text.split("\n").map((line) => line.slice(2, 10))).toEqual([
      'format":',
      "sequence",
      "sequence",
      "sequence",
      "checkpoi",
      "",
    ]);
    expect(part.file).toBe("toolcourt-audit-2-2.jsonl");
    expect(part.text.split("\n")).toHaveLength(3);
    expect(ocsf).toMatchObject({ file: "toolcourt-audit-ocsf-1-1.jsonl" });
    expect(JSON.parse(ocsf.text)).toHaveProperty("metadata.product");
  });

  it.each([
    ["GET", "nothing", "request-invalid"],
    ["DELETE", "rows/1", "request-invalid"],
    ["GET", "rows/1?x=1", "request-invalid"],
    ["GET", "unfinished?limit=101", "request-invalid"],
    ["GET", "unfinished?cursor=0", "request-invalid"],
    ["GET", "export?from=3&to=2", "request-invalid"],
    ["GET", "export?from=1&from=1", "request-invalid"],
    ["GET", "export?format=cef", "request-invalid"],
    ["GET", "export?from=99", "audit-refused"],
    ["GET", "rows/99", "audit-refused"],
    ["GET", "rows/0", "audit-refused"],
    ["GET", "rows/1e3", "audit-refused"],
    ["GET", "rows/99/proof", "audit-refused"],
    ["POST", "verify", "request-invalid"],
  ])("refuses %s %s with %s", async (method, path, code) => {
    const { send, bodies } = setUp();

    await expect(send(method, path)).rejects.toMatchObject({ code });
    expect(await bodies()).toEqual([]);
  });

  it.each([
    ["verify", { all: true }],
    ["unfinished/close", {}],
    ["unfinished/close", { rows: [] }],
    ["unfinished/close", { rows: [1.5] }],
    ["unfinished/close", { rows: ["1"] }],
    ["unfinished/close", { rows: [1], all: true }],
    ["unfinished/close", { rows: Array.from({ length: 101 }, (_, row) => row + 1) }],
  ])("refuses POST %s with %j", async (path, body) => {
    const { send, bodies } = setUp();

    await expect(send("POST", path, body)).rejects.toMatchObject({ code: "request-invalid" });
    expect(await bodies()).toEqual([]);
  });

  it("closes no call that there is not", async () => {
    const { send } = setUp();

    await expect(send("POST", "unfinished/close", { rows: [1] })).rejects.toMatchObject({
      details: { because: "call" },
    });
  });

  it.each([
    ["GET", "status", "audit:read"],
    ["GET", "rows/1", "audit:read"],
    ["GET", "rows/1/proof", "audit:read"],
    ["GET", "unfinished", "audit:read"],
    ["GET", "export", "audit:read"],
    ["POST", "verify", "audit:verify"],
    ["POST", "unfinished/close", "audit:close"],
  ])("needs for %s %s the permission %s", async (method, path, missing) => {
    const { send } = setUp({ permissions: all.filter((each) => each !== missing) });

    await expect(send(method, path, {})).rejects.toMatchObject({ details: { missing } });
  });

  it.each([
    ["GET", "status"],
    ["GET", "export"],
    ["POST", "verify"],
  ])(
    "does not answer %s %s to a tenant, whose rows are not the whole log",
    async (method, path) => {
      const { send, bodies } = setUp({ tenant: "north" });

      await expect(send(method, path, {})).rejects.toMatchObject({
        details: { because: "tenant" },
      });
      expect(await bodies()).toEqual([]);
    },
  );

  it("gives a tenant its own rows and calls, and no others", async () => {
    const { send, addCall, clock } = setUp({ tenant: "north" });
    await addCall({ callId: "c-1", tenant: "north" });
    await addCall({ callId: "c-2", tenant: "south" });
    await clock.advance(60_001);

    expect(await send("GET", "rows/1")).toMatchObject({ row: 1 });
    await expect(send("GET", "rows/2")).rejects.toMatchObject({ details: { because: "row" } });
    await expect(send("GET", "rows/2/proof")).rejects.toMatchObject({
      details: { because: "row" },
    });
    expect(await send("GET", "unfinished")).toMatchObject({ calls: [{ callId: "c-1" }] });
    await expect(send("POST", "unfinished/close", { rows: [2] })).rejects.toMatchObject({
      details: { because: "call" },
    });
  });

  it("is not there with stores in memory", async () => {
    const { send } = setUp({ hasNoLog: true });

    await expect(send("GET", "status")).rejects.toMatchObject({ details: { because: "memory" } });
  });
});
