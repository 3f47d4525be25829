import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { callDeskRig } from "@toolcourt/testing/calls-desk";
import { expect, it } from "vitest";
import { noon } from "../../stores/suites/builders.ts";
import { callsPart } from "./calls.ts";

async function setUp(permissions: readonly string[] = ["calls:read"]) {
  const rig = callDeskRig();
  await rig.record({ id: "call-1", tenant: "north" });
  await rig.record({ id: "call-2", tenant: "north", code: "rate-limited", at: noon + 1 });
  await rig.record({ id: "theirs", tenant: "south", at: noon + 2 });
  const part = callsPart(() => rig.desk);
  const principal = { id: "key:olga", tenant: "north", permissions: [], kind: "user" } as const;
  const may = (permission: string): boolean => permissions.includes(permission);
  const send = async (path: string, method = "GET") => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/calls${path}` });
    expect(part.isAbout(request)).toBe(true);
    return part.answer(request, {
      principal,
      may,
      require: (missing = "") => {
        if (!may(missing)) throw new Refusal("permission-missing", { missing });
      },
    });
  };
  return { ...rig, send };
}

it("lists the calls of the sender's tenant by filter, page after page", async () => {
  const { send, notes } = await setUp();

  const first = await send("?limit=1");
  const next = JSON.stringify(first).match(/"next":"([^"]+)"/)?.[1] ?? "";

  expect(first).toMatchObject({ calls: [{ id: "call-2", code: "rate-limited" }], last: 6 });
  expect(await send(`?limit=1&cursor=${next}`)).toMatchObject({ calls: [{ id: "call-1" }] });
  expect(await send("?status=refused&from=2026-11-01T12:00:00Z")).toMatchObject({
    calls: [{ id: "call-2" }],
  });
  expect(await send("?to=2026-11-01T12:00:00Z")).toMatchObject({ calls: [] });
  expect(await send("?id=call-1&tool=hello&server=local&code=answered&subject=s-1")).toMatchObject({
    calls: [{ id: "call-1" }],
  });
  expect(await notes()).toEqual([]);
});

it("shows one call, and audits the look", async () => {
  const { send, notes } = await setUp();

  expect(await send("/call-2")).toMatchObject({ id: "call-2", stage: "authorize" });
  expect(await notes()).toMatchObject([{ kind: "audit.read", about: { by: "key:olga" } }]);
});

it.each([
  ["/theirs", "call-unknown"],
  ["/none", "call-unknown"],
  [`/${"x".repeat(100)}`, "call-unknown"],
  ["/call-1?a=b", "request-invalid"],
  ["?limit=101", "request-invalid"],
  ["?status=gone", "request-invalid"],
  ["?id=ab", "request-invalid"],
  ["?id=a%25b%25", "request-invalid"],
  ["?from=yesterday", "request-invalid"],
  ["?cursor=1", "request-invalid"],
  ["?tenant=south", "request-invalid"],
  ["?tool=a&tool=b", "request-invalid"],
])("refuses %s", async (path, code) => {
  const { send, notes } = await setUp();

  await expect(send(path)).rejects.toMatchObject({ code });
  expect(await notes()).toEqual([]);
});

it("takes no other method, and needs the permission before it looks", async () => {
  const { send } = await setUp([]);

  await expect(send("", "POST")).rejects.toMatchObject({ details: { allow: "GET" } });
  await expect(send("/none")).rejects.toMatchObject({ details: { missing: "calls:read" } });
});
