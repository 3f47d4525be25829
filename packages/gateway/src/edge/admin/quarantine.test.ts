import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { textIn } from "@toolcourt/testing/admin-answers";
import { quarantineRig } from "@toolcourt/testing/quarantine";
import { expect, it } from "vitest";
import { noon, quarantined } from "../../stores/suites/builders.ts";
import { answerAboutQuarantine } from "./quarantine.ts";

const id = "0".repeat(8).concat("-0000-4000-8000-", "0".repeat(12));

async function setUp(permissions: readonly string[] = ["quarantine:read", "quarantine:forget"]) {
  const rig = quarantineRig();
  await rig.stores.quarantine.keep(quarantined({ id, text: '{"a":"\u{1b}"}' }));
  await rig.stores.quarantine.keep(quarantined({ id: "other", tenant: "south", at: noon + 1 }));
  const principal = { id: "key:olga", tenant: "north", permissions: [], kind: "user" } as const;
  const send = (method: string, path: string, body?: string) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/quarantine${path}` });
    if (body !== undefined) {
      Object.assign(request.headers, { "content-type": "application/json" });
      request.push(body);
    }
    request.push(null);
    return answerAboutQuarantine({ quarantine: rig.desk, principal }, request, (missing) => {
      if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
    });
  };
  return { ...rig, send };
}

it("lists the results of the sender's tenant, without their texts", async () => {
  const { send } = await setUp();

  const body = await send("GET", "?tool=get-forecast&since=2026-11-01T12:00:00Z&limit=1");

  expect(body).toMatchObject({ results: [{ id, clause: "output" }], isMore: false });
  expect(JSON.stringify(body)).not.toContain('"text"');
  expect(await send("GET", "?clause=size")).toEqual({ results: [], isMore: false });
});

it("pages through the results by a cursor", async () => {
  const { send, stores } = await setUp();
  await stores.quarantine.keep(quarantined({ id: "newer", at: noon + 5 }));

  const first = await send("GET", "?limit=1");
  const second = await send("GET", `?limit=1&cursor=${textIn(first, "next")}`);

  expect(first).toMatchObject({ results: [{ id: "newer" }], isMore: true });
  expect(second).toEqual({ results: [expect.objectContaining({ id })], isMore: false });
});

it("shows a result with every character visible, and audits the look", async () => {
  const { send, notes } = await setUp();

  expect(await send("GET", `/${id}`)).toMatchObject({
    id,
    text: '{"a":"\u{1b}"}',
    visible: '{\\"a\\":\\"\\u{1b}\\"}',
  });
  expect(await notes()).toMatchObject([{ kind: "quarantine.shown", about: { by: "key:olga" } }]);
});

it("forgets a result once", async () => {
  const { send, stores } = await setUp();

  expect(await send("POST", `/${id}/forget`, "{}")).toEqual({ id, forgotten: 1 });
  await expect(send("POST", `/${id}/forget`, "{}")).rejects.toMatchObject({
    code: "quarantined-unknown",
  });
  expect(await stores.quarantine.find("other")).toBeDefined();
});

it.each([
  ["GET", "/other", "quarantined-unknown"],
  ["GET", "?limit=0", "request-invalid"],
  ["GET", "?cursor=1", "request-invalid"],
  ["GET", "?since=yesterday", "request-invalid"],
  ["GET", "?tenant=south", "request-invalid"],
  ["DELETE", "/other", "request-invalid"],
  ["POST", "/other/forget", "request-invalid"],
])("refuses %s %s", async (method, path, code) => {
  const { send } = await setUp();

  await expect(send(method, path)).rejects.toMatchObject({ code });
});

it("needs a permission for each", async () => {
  const { send, notes } = await setUp(["quarantine:read"]);

  await expect(send("POST", `/${id}/forget`, "{}")).rejects.toMatchObject({
    details: { missing: "quarantine:forget" },
  });
  expect(await notes()).toEqual([]);
});
