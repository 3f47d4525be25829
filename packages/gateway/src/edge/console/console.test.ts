import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { proposal } from "@toolcourt/testing/approvals";
import {
  type ConsoleRig,
  type ConsoleRigOptions,
  consoleKeyOf,
  openConsoleRig,
} from "@toolcourt/testing/console";
import {
  type Answered,
  fromPage,
  type Halves,
  inSession,
  json,
  openStream,
  sendTo,
  signIn,
} from "@toolcourt/testing/console-requests";
import { describe, expect, it, onTestFinished } from "vitest";

async function setUp(options?: ConsoleRigOptions) {
  const rig = await openConsoleRig(options);
  onTestFinished(() => rig[Symbol.asyncDispose]());
  const get = (path: string, halves: Halves): Promise<Answered> =>
    sendTo(rig.url, {
      path: `/console/api/v1/${path}`,
      headers: fromPage(rig.url, inSession(halves)),
    });
  const post = (path: string, halves: Halves, body: object = {}): Promise<Answered> =>
    sendTo(rig.url, {
      method: "POST",
      path: `/console/api/v1/${path}`,
      headers: fromPage(rig.url, { ...inSession(halves), ...json }),
      body: JSON.stringify(body),
    });
  const attempt = (body: object | string, more: Readonly<Record<string, string>> = {}) =>
    sendTo(rig.url, {
      method: "POST",
      path: "/console/session",
      headers: fromPage(rig.url, { ...json, ...more }),
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ...rig, get, post, attempt };
}

function entryIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

const resource = "https://tools.example.com/mcp";
const minute = 60_000;

function withCode({ url, issueCode }: Pick<ConsoleRig, "url" | "issueCode">) {
  return signIn(url, { code: issueCode() });
}

describe("a session by a code", () => {
  it("is one of the operator, in two halves", async () => {
    const rig = await setUp();
    const { answer, cookie, half } = await withCode(rig);
    const { body } = await rig.get("me", { cookie, half });

    expect(half).toMatch(/^[\da-f]{64}$/);
    expect(answer.body).toMatchObject({
      half,
      principal: { id: "operator:grace" },
      expiresAt: "2026-11-01T12:00:00.000Z",
      idleMinutes: 30,
    });
    expect(answer.headers["set-cookie"]).toEqual([
      `${cookie}; Path=/; Secure; HttpOnly; SameSite=Strict`,
    ]);
    expect(cookie).toMatch(new RegExp(`^__Host-toolcourt-${rig.url.port}=[\\da-f]{64}$`));
    expect(body).toMatchObject({
      principal: { id: "operator:grace" },
      permissions: { "approvals:decide": true, "calls:read": true },
      console: { expiresAt: "2026-11-01T12:00:00.000Z" },
    });
  });

  it("needs a code that was not used, and is not older than a minute", async () => {
    const { issueCode, attempt, clock } = await setUp();
    const [once, late] = [issueCode(), issueCode()];

    const first = await attempt({ code: once });
    const again = await attempt({ code: once });
    await clock.advance(minute);
    const old = await attempt({ code: late });
    const wrong = await attempt({ code: "x" });

    expect([first, again, old, wrong].map(({ status }) => status)).toEqual([200, 401, 401, 401]);
    expect(again.body).toMatchObject({ error: { evidence: { because: "code" } } });
  });

  it.each([
    ["a proxy", { "x-forwarded-for": "192.0.2.1" }],
    ["another name of ours", { host: "tools.example.com", origin: "https://tools.example.com" }],
  ])("is refused behind %s, and the code stays valid", async (_, headers) => {
    const { issueCode, attempt } = await setUp({ resource });
    const code = issueCode();

    const beyond = await attempt({ code }, headers);
    const here = await attempt({ code });

    expect(beyond.status).toBe(403);
    expect(here.status).toBe(200);
  });

  it("works only on this machine, where it was opened", async () => {
    const rig = await setUp({ resource });
    const halves = await withCode(rig);
    const beyond = { host: "tools.example.com", origin: "https://tools.example.com" };
    // Named as the cookie of that address, as no browser would.
    const cookie = halves.cookie.replace(/toolcourt-\d+/, "toolcourt-443");
    const headers = fromPage(rig.url, { ...inSession({ ...halves, cookie }), ...beyond });

    const { status, body } = await sendTo(rig.url, { path: "/console/api/v1/me", headers });

    expect({ status, body }).toMatchObject({
      status: 403,
      body: { error: { evidence: { because: "place" } } },
    });
  });

  it.each([["{}"], ['{"code":"x","key":"y"}'], ['{"code":1}'], ["[]"], ["{"]])(
    "is not opened by %s",
    async (body) => {
      const { attempt } = await setUp();

      const { status } = await attempt(body);

      expect(status).toBe(400);
    },
  );

  it.each([
    ["without Origin", { origin: "" }],
    ["from another port", { origin: "http://127.0.0.1:9" }],
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from a form", { "content-type": "text/plain" }],
  ])("is not opened %s", async (_, headers) => {
    const { attempt, issueCode } = await setUp();

    const { status } = await attempt({ code: issueCode() }, headers);

    expect(status).toBeGreaterThanOrEqual(403);
  });

  it("is not opened after twenty attempts in a minute, and later again", async () => {
    const { attempt, issueCode, clock } = await setUp();
    for (let count = 0; count < 20; count += 1) await attempt({ code: "x" });

    const refused = await attempt({ code: issueCode() });
    await clock.advance(minute);
    const later = await attempt({ code: issueCode() });

    expect([refused.status, later.status]).toEqual([429, 200]);
  });
});

describe("a session", () => {
  it("has new halves at each sign-in, whatever cookie was planted before", async () => {
    const rig = await setUp();
    const planted = `__Host-toolcourt-${rig.url.port}=${"a".repeat(64)}`;
    const opened = await signIn(rig.url, { code: rig.issueCode() }, { cookie: planted });

    const { status } = await rig.get("me", { cookie: planted, half: opened.half });

    expect(opened.cookie).not.toBe(planted);
    expect(status).toBe(401);
  });

  it("goes on in a first tab when a second one signs in as the same principal", async () => {
    const rig = await setUp();
    const first = await withCode(rig);
    const code = rig.issueCode();
    const second = await signIn(rig.url, { code }, { cookie: first.cookie });
    // The browser sends the newest cookie for both tabs.
    const { cookie } = second;

    const answers = [
      await rig.get("me", { cookie, half: first.half }),
      await rig.get("me", second),
      await rig.get("me", first),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401]);
  });

  it("ends in all tabs when one signs out", async () => {
    const rig = await setUp();
    const first = await withCode(rig);
    const code = rig.issueCode();
    const { cookie, half } = await signIn(rig.url, { code }, { cookie: first.cookie });
    const ended = await sendTo(rig.url, {
      method: "DELETE",
      path: "/console/session",
      headers: fromPage(rig.url, inSession({ cookie, half })),
    });

    const answers = [
      await rig.get("me", { cookie, half }),
      await rig.get("me", { cookie, half: first.half }),
    ];

    expect(ended.status).toBe(200);
    expect(ended.headers["set-cookie"]?.[0]).toContain("Max-Age=0");
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it("is not ended by a cookie alone", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    const headers = fromPage(rig.url, { cookie: halves.cookie });

    const ended = await sendTo(rig.url, { method: "DELETE", path: "/console/session", headers });

    expect(ended.status).toBe(401);
    expect((await rig.get("me", halves)).status).toBe(200);
  });

  it("ends after 30 minutes without a request", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    await rig.clock.advance(29 * minute);
    const used = await rig.get("me", halves);
    await rig.clock.advance(29 * minute);
    const again = await rig.get("me", halves);
    await rig.clock.advance(30 * minute);

    const { status } = await rig.get("me", halves);

    expect([used.status, again.status, status]).toEqual([200, 200, 401]);
  });

  it("ends after 30 minutes in which only its page has asked by itself", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    const headers = fromPage(rig.url, { ...inSession(halves), "x-toolcourt-unattended": "1" });
    const poll = () => sendTo(rig.url, { path: "/console/api/v1/overview", headers });
    await rig.clock.advance(20 * minute);
    const polled = await poll();
    await rig.clock.advance(10 * minute);
    const ended = await poll();

    expect([polled.status, ended.status]).toEqual([200, 401]);
  });

  it("ends after 12 hours, however much it is used", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    const seen: number[] = [];
    for (let half = 0; half <= 24; half += 1) {
      seen.push((await rig.get("me", halves)).status);
      await rig.clock.advance(29 * minute + 59_000);
    }

    expect(seen.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 200));
    expect((await rig.get("me", halves)).status).toBe(401);
  });

  it("ends with its key, and its streams too", async () => {
    const rig = await setUp({ resource });
    const halves = await signIn(rig.url, { key: consoleKeyOf("olga") });
    const before = await rig.get("me", halves);
    const headers = fromPage(rig.url, inSession(halves));
    const stream = await openStream(rig.url, { path: "/console/api/v1/events", headers });
    const closed = new Promise((resolve) => stream.resume().once("end", resolve));
    rig.revokeKeys();
    await closed;

    const { status } = await rig.get("me", halves);

    expect(before.body).toMatchObject({ principal: { id: "key:olga" }, roles: ["all"] });
    expect(status).toBe(401);
  });

  it("opens with a key of a caller only", async () => {
    const { attempt } = await setUp({ resource });
    const { attempt: withoutKeys } = await setUp();
    const key = consoleKeyOf("olga");

    const answers = [
      await attempt({ key }),
      await attempt({ key: `${key}x` }),
      await attempt({ key: "" }),
      await withoutKeys({ key }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
  });

  it("opens beyond this machine for a key, at the address that callers know", async () => {
    const rig = await setUp({ resource });
    const beyond = { host: "tools.example.com", origin: "https://tools.example.com" };
    const halves = await signIn(rig.url, { key: consoleKeyOf("olga") }, beyond);
    const headers = fromPage(rig.url, { ...inSession(halves), ...beyond });

    const { status } = await sendTo(rig.url, { path: "/console/api/v1/me", headers });

    expect(halves.cookie).toMatch(/^__Host-toolcourt-443=/);
    expect(status).toBe(200);
  });

  it("shows no secret in any body", async () => {
    const rig = await setUp({ resource });
    const key = consoleKeyOf("olga");
    const halves = await signIn(rig.url, { key });
    const paths = ["me", "overview", "approvals", "servers", "drafts", "grants", "nothing"];
    const answers = await Promise.all(paths.map((path) => rig.get(path, halves)));
    const texts = answers.map(({ text }) => text).join("\n");

    expect(halves.answer.text).not.toContain(key);
    expect(halves.answer.text).not.toContain(halves.cookie.split("=")[1]);
    expect(texts).not.toContain(key);
    expect(texts).not.toContain(halves.half);
    expect(texts).not.toContain(halves.cookie.split("=")[1]);
  });
});

describe("the cookie", () => {
  it("opens neither the admin API nor the protocol", async () => {
    const rig = await setUp({ resource });
    const halves = await signIn(rig.url, { key: consoleKeyOf("olga") });
    const headers = fromPage(rig.url, {
      ...inSession(halves),
      origin: "https://tools.example.com",
    });

    const admin = await sendTo(rig.url, { path: "/admin/v1/me", headers });
    const sent = { method: "POST", path: "/mcp", headers: { ...headers, ...json }, body: "{}" };
    const mcp = await sendTo(rig.url, sent);

    expect([admin.status, mcp.status]).toEqual([401, 401]);
  });
});

describe("approvals in the console", () => {
  it("are decided by the operator as on the command line, for all tenants", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    const asked = await rig.approvals.request(proposal({ tenant: "north" }));
    if (asked.kind !== "open") throw new Error(asked.kind);
    const { id } = asked.approval;
    const listed = await rig.get("approvals", halves);
    const { body } = await rig.get(`approvals/${id}`, halves);
    const { digest } = body;

    const decided = await rig.post(`approvals/${id}/approve`, halves, { digest });

    const rows = (await rig.stores.audit.read(1, 10)).map((row) => entryIn(row.body));
    expect(listed.body).toMatchObject({ approvals: [{ id }] });
    expect(decided.body).toMatchObject({ state: "approved", decidedBy: "operator:grace" });
    // No roles: these would say that the policy let the person decide.
    expect((await rig.approvals.find(id))?.yeses.map((yes) => Object.keys(yes))).toEqual([
      ["by", "at"],
    ]);
    expect(rows.map((row) => row["kind"])).toEqual([
      "approval.requested",
      "approval.shown",
      "approval.decided",
    ]);
    expect(rows.at(-1)).toMatchObject({ by: "operator:grace", to: "approved" });
  });

  it("are never approved by the operator who asked, even where the tool lets callers", async () => {
    const rig = await setUp();
    const halves = await withCode(rig);
    const asked = await rig.approvals.request(
      proposal({ requester: "operator:grace", from: "caller" }),
    );
    if (asked.kind !== "open") throw new Error(asked.kind);
    const { id, digest } = asked.approval;

    const { status, body } = await rig.post(`approvals/${id}/approve`, halves, { digest });

    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: "approval-own" } });
  });

  it("are decided by a key with its roles, and never by their requester", async () => {
    const rig = await setUp({ resource });
    const halves = await signIn(rig.url, { key: consoleKeyOf("olga") });
    const ids: string[] = [];
    for (const requester of ["ada", "key:olga"]) {
      const asked = await rig.approvals.request(proposal({ requester, from: "caller" }));
      if (asked.kind !== "open") throw new Error(asked.kind);
      ids.push(asked.approval.id);
    }
    const statuses: number[] = [];
    for (const id of ids) {
      const { body } = await rig.get(`approvals/${id}`, halves);
      const { digest } = body;
      statuses.push((await rig.post(`approvals/${id}/approve`, halves, { digest })).status);
    }

    expect(statuses).toEqual([200, 403]);
    expect(await rig.approvals.find(ids[0] ?? "")).toMatchObject({
      yeses: [{ by: "key:olga", roles: ["all"] }],
    });
  });
});

describe("the page", () => {
  it.each([
    ["/console/", "text/html; charset=utf-8", /^no-cache$/],
    ["/console/approvals/1", "text/html; charset=utf-8", /^no-cache$/],
    ["/console/assets/app-1a2b.js", "text/javascript; charset=utf-8", /immutable/],
    ["/console/assets/app-1a2b.css?x", "text/css; charset=utf-8", /immutable/],
    ["/console/icon.svg", "image/svg+xml", /^no-cache$/],
  ])("is sent for %s with its policy", async (path, type, cache) => {
    const { url } = await setUp();

    const { status, headers } = await sendTo(url, { path });

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(type);
    expect(headers["cache-control"]).toMatch(cache);
    expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  it("is not there for assets of another build, nor for other methods", async () => {
    const { url } = await setUp();

    const missing = await sendTo(url, { path: "/console/assets/old.js" });
    const climbing = await sendTo(url, { path: "/console/assets/../../package.json" });
    const posted = await sendTo(url, { method: "POST", path: "/console/" });

    expect([missing.status, climbing.status, posted.status]).toEqual([404, 404, 405]);
  });

  it("is reached from its folder", async () => {
    const { url } = await setUp();

    const { status, headers } = await sendTo(url, { path: "/console" });

    expect({ status, to: headers.location }).toEqual({ status: 302, to: "/console/" });
  });

  it.each([
    ["a proxy", { forwarded: "for=192.0.2.1" }],
    ["another name", { host: "evil.example" }],
  ])("is refused behind %s", async (_, headers) => {
    const { url } = await setUp();

    const { status } = await sendTo(url, { path: "/console/", headers });

    expect(status).toBe(403);
  });

  it("is as strict about what the API answers", async () => {
    const rig = await setUp();
    const { headers } = await rig.get("me", await withCode(rig));

    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    });
  });
});
