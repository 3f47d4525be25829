import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { admissionRig } from "@toolcourt/testing/admissions";
import { expect, it } from "vitest";
import type { HeldTool } from "../../catalog/held-tools.ts";
import { answerAboutAdmissions } from "./admissions.ts";

const lockedAt = "2026-11-01T00:00:00.000Z";
const drifted: HeldTool = {
  server: "crm",
  tool: "get/card",
  digest: "sha256:new",
  hold: { kind: "drifted", difference: "breaking" },
  asReceived: { title: "C\u{202e}ard", name: "get/card" },
  locked: {
    digest: "sha256:old",
    approvedAt: lockedAt,
    approvedBy: "first-use",
    contract: { title: "Card", name: "get/card" },
    effect: "read",
  },
  isAdmissible: true,
};
const broken: HeldTool = {
  ...drifted,
  tool: "broken",
  hold: { kind: "nonconformant", findings: [] },
  isAdmissible: false,
};

function setUp(permissions: readonly string[] = ["admissions:read", "admissions:decide"]) {
  const rig = admissionRig([drifted, broken]);
  let refreshed = 0;
  const review = { ...rig.review, refresh: async () => void (refreshed += 1) };
  const principal = { id: "key:olga", tenant: "north", permissions: [], kind: "user" } as const;
  const send = (method: string, path: string, body?: object) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/admissions${path}` });
    Object.assign(request.headers, { "content-type": "application/json" });
    if (body !== undefined) request.push(JSON.stringify(body));
    request.push(null);
    return answerAboutAdmissions({ admissions: review, principal }, request, (missing) => {
      if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
    });
  };
  return { ...rig, send, refreshed: () => refreshed };
}

const card = "/crm/get%2Fcard";

it("lists held tools with their digests and the class of their difference", async () => {
  const { send } = setUp();

  expect(await send("GET", "")).toMatchObject({
    held: [
      {
        server: "crm",
        tool: "get/card",
        digest: "sha256:new",
        reason: "drifted",
        class: "breaking",
        locked: { digest: "sha256:old", approvedAt: lockedAt, approvedBy: "first-use" },
        isAdmissible: true,
      },
      { tool: "broken", reason: "nonconformant", class: null, isAdmissible: false },
    ],
    decisions: [],
  });
});

it("shows every difference of a held tool whole, every character visible", async () => {
  const { send } = setUp();

  expect(await send("GET", card)).toMatchObject({
    digest: "sha256:new",
    changes: [{ pointer: "/title", was: '\\"Card\\"', now: '\\"C\\u{202e}ard\\"' }],
  });
  expect(await send("GET", "/crm/broken")).toMatchObject({ isAdmissible: false, changes: null });
});

it("admits by digest and withdraws again, audited with the person and the reason", async () => {
  const { send, notes, refreshed } = setUp();
  const body = { digest: "sha256:new", note: "Read it." };

  const admitted = await send("POST", `${card}/admit`, body);
  const listed = await send("GET", "");
  const withdrawn = await send("POST", `${card}/withdraw`, { digest: "sha256:new" });

  expect([admitted["state"], withdrawn["state"], refreshed()]).toEqual([
    "admitted",
    "withdrawn",
    2,
  ]);
  expect(listed["decisions"]).toMatchObject([{ number: 1, by: "key:olga", note: "Read it." }]);
  const about = { server: "crm", tool: "get/card", digest: "sha256:new", by: "key:olga" };
  expect(await notes()).toMatchObject([
    { kind: "admission.given", about: { ...about, note: "Read it." } },
    { kind: "admission.withdrawn", about },
  ]);
});

it.each<[request: string, because: string, body?: object]>([
  [`POST ${card}/admit`, "differs", { digest: "sha256:old" }],
  ["POST /mail/get%2Fcard/admit", "not-held", { digest: "sha256:new" }],
  ["POST /crm/broken/admit", "not-admissible", { digest: "sha256:new" }],
  [`POST ${card}/withdraw`, "none", { digest: "sha256:new" }],
  [`POST ${card}/admit`, "body"],
  [`POST ${card}/admit`, "body", {}],
  [`POST ${card}/admit`, "body", { digest: "sha256:new", by: "x" }],
  [`POST ${card}/admit`, "body", { digest: "x", note: "x".repeat(1_001) }],
  ["GET /mail/get%2Fcard", "not-held"],
  [`GET ${card}/admit`, "method"],
  ["GET ?server=crm", "query"],
  ["POST /crm/%zz/admit", "path", { digest: "x" }],
])("refuses %s: %s", async (asked, because, body) => {
  const { send, stores } = setUp();
  const [method = "", path = ""] = asked.split(" ");

  await expect(send(method, path, body)).rejects.toMatchObject({ details: { because } });
  expect(await stores.admissions.revision()).toBe(0);
});

it("needs a permission for each", async () => {
  const { send } = setUp(["admissions:read"]);

  await expect(send("POST", `${card}/admit`, { digest: "sha256:new" })).rejects.toMatchObject({
    details: { missing: "admissions:decide" },
  });
  await expect(setUp([]).send("GET", "")).rejects.toMatchObject({
    details: { missing: "admissions:read" },
  });
});
