import { openConsoleRig } from "@toolcourt/testing/console";
import {
  type Answered,
  fromPage,
  inSession,
  json,
  sendTo,
  signIn,
} from "@toolcourt/testing/console-requests";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { type BegunLogin, type LoginIssuer, PendingLogins } from "./pending-logins.ts";

const ada = { id: "login:ada", permissions: [] } as const;
const owner = { principal: ada, endsAt: Number.POSITIVE_INFINITY };

function begunAs(state: string, finish: BegunLogin["finish"] = async () => owner): BegunLogin {
  return { address: `https://login.example.com/authorize?state=${state}`, state, finish };
}

/** An issuer that lets everybody in. */
function openIssuer(finish?: BegunLogin["finish"]) {
  const redirects: string[] = [];
  const issuer: LoginIssuer = {
    host: "login.example.com",
    begin: async (redirectUri) => {
      redirects.push(redirectUri);
      return begunAs(`state-${redirects.length}`, finish);
    },
  };
  return { issuer, redirects };
}

const beyond = { host: "tools.example.com", origin: "https://tools.example.com" };

async function setUp(finish?: BegunLogin["finish"]) {
  const { issuer, redirects } = openIssuer(finish);
  const rig = await openConsoleRig({ resource: "https://tools.example.com/mcp", login: issuer });
  onTestFinished(() => rig[Symbol.asyncDispose]());
  const go = (path: string, headers: Readonly<Record<string, string>>): Promise<Answered> =>
    sendTo(rig.url, { path: `/console/login${path}`, headers });
  return { ...rig, redirects, go };
}

function cookieIn({ headers }: Answered): string {
  return (headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
}

describe("a login", () => {
  it("comes back to the address at which the console was reached", async () => {
    const { url, go, redirects } = await setUp();
    const from = { "sec-fetch-site": "same-origin" };
    const there = await go("", { ...from, host: beyond.host });
    const here = await go("", from);

    const path = "/console/login/callback";

    expect(redirects).toEqual([`https://tools.example.com${path}`, `${url.origin}${path}`]);
    expect(cookieIn(there)).toMatch(/^__Host-toolcourt-login-443=[\da-f]{64}$/);
    expect(cookieIn(here)).toContain(`__Host-toolcourt-login-${url.port}=`);
  });

  it("opens a session beyond this machine, where a code of the operator opens none", async () => {
    const { url, go, issueCode } = await setUp();
    const cookie = cookieIn(await go("", { "sec-fetch-site": "same-origin", host: beyond.host }));
    const back = await go("/callback?state=state-1&code=c", { cookie, host: beyond.host });
    const code = back.headers.location?.split("#")[1] ?? "";

    const wrong = signIn(url, { code: issueCode() }, beyond);
    await expect(wrong).rejects.toThrow('"because":"code"');
    const halves = await signIn(url, { code }, { ...beyond, cookie });
    const headers = fromPage(url, { ...inSession(halves), ...beyond });
    const { body } = await sendTo(url, { path: "/console/api/v1/me", headers });

    expect(body).toMatchObject({ principal: { id: "login:ada" } });
  });

  it("leaves links and keys as they are", async () => {
    const { url, issueCode } = await setUp();

    const { answer } = await signIn(url, { code: issueCode() });

    expect(answer.body).toMatchObject({ principal: { id: "operator:grace" } });
  });

  it("that fails by a bug says nothing of it", async () => {
    const { url, go } = await setUp(() => Promise.reject(new TypeError("canary-of-a-bug")));
    const cookie = cookieIn(await go("", { "sec-fetch-site": "same-origin" }));

    const answered = await go("/callback?state=state-1&code=c", { cookie });

    expect(answered).toMatchObject({ status: 500, body: { error: { code: "gateway-failed" } } });
    expect(answered.text).not.toContain("canary");
    expect((await sendTo(url, { path: "/console/" })).status).toBe(200);
  });

  it("is shown by no other answer than a code: headers forbid scripts, frames and a cache", async () => {
    const { go } = await setUp();

    const answers = [await go("", { "sec-fetch-site": "same-origin" }), await go("/callback", {})];

    for (const { headers, text } of answers) {
      expect(text).toBe("");
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
      });
    }
  });

  it("has no address where no issuer is configured", async () => {
    const rig = await openConsoleRig();
    onTestFinished(() => rig[Symbol.asyncDispose]());
    const headers = fromPage(rig.url, json);

    const [page, ways] = [
      await sendTo(rig.url, { path: "/console/login", headers }),
      await sendTo(rig.url, { path: "/console/session", headers: fromPage(rig.url) }),
    ];

    expect(page.text).toContain("<!doctype html>");
    expect(ways.body).toEqual({ login: null });
  });
});

describe("pending logins", () => {
  it("are at most a thousand, and the oldest is forgotten", () => {
    const pending = new PendingLogins({ clock: createFakeClock() });
    for (let count = 0; count <= 1_000; count += 1) pending.keep(begunAs(`s${count}`), "cookie");

    const found = [0, 1, 1_000].map((count) => pending.take(`s${count}`, "cookie")?.state);

    expect(found).toEqual([undefined, "s1", "s1000"]);
  });

  it("are forgotten after five minutes, also without an answer", async () => {
    const clock = createFakeClock();
    const pending = new PendingLogins({ clock });
    pending.keep(begunAs("early"), "cookie");
    await clock.advance(299_999);
    pending.keep(begunAs("late"), "cookie");
    await clock.advance(1);

    const found = ["early", "late"].map((state) => pending.take(state, "cookie")?.state);

    expect(found).toEqual([undefined, "late"]);
  });
});
