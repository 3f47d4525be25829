import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../packages/sdk/src/index.ts";
import { consoleKeyOf } from "../../packages/testing/src/console.ts";
import {
  type Answered,
  fromPage,
  json,
  sendTo,
} from "../../packages/testing/src/console-requests.ts";
import type { LoginBrowser } from "../console/login/login-browser.ts";
import { type LoginWorld, openLoginWorld } from "../console/login/login-world.ts";
import type { RewriteToken } from "../console/login/rewritten-tokens.ts";

// Attacks on the console's login, against whole gateways with a real issuer.
const patience = { timeout: 30_000 };
const minute = 60_000;

/** A browser that is back from the issuer, and has not shown the answer to the gateway. */
async function openAnswered(world: LoginWorld, person?: string) {
  const browser = world.openBrowser();
  const { headers } = await browser.begin();
  return { browser, back: await browser.atIssuer(headers.location ?? "", person) };
}

async function endOf(browser: LoginBrowser, back: URL): Promise<Answered> {
  return browser.exchange(await browser.comeBack(back));
}

function because({ body }: Answered): unknown {
  const { error } = body;
  return typeof error === "object"
    ? JSON.stringify(error).match(/"because":"([\w-]+)"/)?.[1]
    : "none";
}

describe("a login in the console refuses", patience, () => {
  it("a state that was used, and a code that was used", async () => {
    const world = await openLoginWorld();
    const { browser, back } = await openAnswered(world);
    const answered = await browser.comeBack(back);
    const first = await browser.exchange(answered);
    const sameCode = await browser.exchange(answered);
    const sameState = await endOf(browser, back);
    const other = await openAnswered(world);
    const fresh = new URL(other.back);
    fresh.searchParams.set("code", back.searchParams.get("code") ?? "");
    const sameGrant = await endOf(other.browser, fresh);

    expect(first.status).toBe(200);
    expect([sameCode, sameState, sameGrant].map(because)).toEqual([
      "code",
      "login-old",
      "login-client",
    ]);
  });

  it("an answer in another browser, which uses it up", async () => {
    const world = await openLoginWorld();
    const { browser, back } = await openAnswered(world);
    const thief = world.openBrowser();
    await thief.begin();
    const stolen = await endOf(thief, back);
    const withoutCookie = await endOf(world.openBrowser(), (await openAnswered(world)).back);
    const afterwards = await endOf(browser, back);

    expect([stolen, withoutCookie, afterwards].map(because)).toEqual(
      Array.from({ length: 3 }, () => "login-old"),
    );
  });

  it("a code of another login, which would sign the victim in as the attacker", async () => {
    const world = await openLoginWorld();
    const attacker = await openAnswered(world, "mallory");
    const answered = await attacker.browser.comeBack(attacker.back);
    const victim = world.openBrowser();
    await victim.begin();
    const planted = await victim.exchange(answered);
    const after = await attacker.browser.exchange(answered);

    expect([planted, after].map(because)).toEqual(["login-old", "code"]);
    expect(victim.cookies.has(`__Host-toolcourt-${world.serving.url.port}`)).toBe(false);
  });

  it("a login that is older than five minutes, and a code older than one", async () => {
    const world = await openLoginWorld();
    const { browser, back } = await openAnswered(world);
    world.pass(5 * minute);
    const old = await endOf(browser, back);
    const other = await openAnswered(world);
    const answered = await other.browser.comeBack(other.back);
    world.pass(minute);
    const late = await other.browser.exchange(answered);

    expect([old, late].map(because)).toEqual(["login-old", "code"]);
  });

  it.each([
    [
      "names another issuer (mix-up)",
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
    ],
    ["names no issuer", (url: URL) => url.searchParams.delete("iss")],
    ["has no code", (url: URL) => url.searchParams.delete("code")],
    ["has a token beside its code", (url: URL) => url.searchParams.set("id_token", "a.b.c")],
    ["names two codes", (url: URL) => url.searchParams.append("code", "x")],
  ])("an answer that %s", async (_, change) => {
    const world = await openLoginWorld();
    const { browser, back } = await openAnswered(world);
    change(back);

    const refused = await endOf(browser, back);

    expect(because(refused)).toBe("login-proof");
    expect(world.issuer.issued).toEqual([]);
  });

  it.each([
    ["has another state", (url: URL) => url.searchParams.set("state", "x".repeat(43))],
    ["has no state", (url: URL) => url.searchParams.delete("state")],
    ["has two states", (url: URL) => url.searchParams.append("state", "x")],
  ])("an answer that %s", async (_, change) => {
    const world = await openLoginWorld();
    const { browser, back } = await openAnswered(world);
    change(back);

    expect(because(await endOf(browser, back))).toBe("login-old");
  });

  const rewrites: readonly (readonly [string, RewriteToken])[] = [
    ["with another nonce", claiming({ nonce: "n".repeat(43) })],
    ["without a nonce", claiming({ nonce: undefined })],
    ["of another issuer", claiming({ iss: "https://evil.example" })],
    ["for another client", claiming({ aud: "another-client" })],
    ["for several clients, without a party", claiming({ aud: ["toolcourt-console", "another"] })],
    ["for another party", claiming({ azp: "another-client" })],
    ["that has expired", claiming({ exp: 1_000 })],
    ["without an end", claiming({ exp: undefined })],
    ["without a subject", claiming({ sub: undefined })],
    ["of another access token", claiming({ at_hash: "A".repeat(22) })],
    ["that nobody signed", headed({ alg: "none" })],
    ["signed with the public key as a secret", headed({ alg: "HS256" })],
    ["that another key signed, which it names", (token) => ({ ...token, forged: "with its key" })],
    ["that is a logout token", headed({ typ: "logout+jwt" })],
    ["that another key signed", (token) => ({ ...token, forged: "yes" })],
    ["that is no token", () => ({ header: {}, claims: {} })],
  ];

  it.each(rewrites)("an ID token %s", async (_, rewrite) => {
    const world = await openLoginWorld();
    world.issuer.manners.rewrite = rewrite;

    const refused = await world.openBrowser().signIn();

    expect(because(refused)).toBe("login-proof");
  });

  it.each<readonly [string, RewriteToken]>([
    ["another audience", claiming({ aud: "https://other.example/mcp" })],
    ["too few scopes", claiming({ scope: "openid" })],
    ["another issuer", claiming({ iss: "https://evil.example" })],
    ["no end", claiming({ exp: undefined })],
    ["a proof that only its owner has", claiming({ cnf: { jkt: "x" } })],
    ["a signature of another key", (token) => ({ ...token, forged: "yes" })],
    ["no signature", headed({ alg: "none" })],
  ])("an access token with %s, as from a caller", async (_, rewrite) => {
    const world = await openLoginWorld();
    // Only the checks of callers remain: nothing ties it to the ID token.
    world.issuer.manners.rewrite = claiming({ at_hash: undefined });
    world.issuer.manners.rewriteAccess = rewrite;

    const refused = await world.openBrowser().signIn();

    expect(because(refused)).toBe("login-caller");
  });

  it("a key of the gateway in the place of the access token", async () => {
    const key = consoleKeyOf("olga");
    const sha256 = createHash("sha256").update(key).digest("hex");
    const world = await openLoginWorld({ keys: [{ name: "olga", sha256 }] });
    world.issuer.manners.rewrite = claiming({ at_hash: undefined });
    world.issuer.manners.rewriteAccess = key;

    const refused = await world.openBrowser().signIn();

    expect(because(refused)).toBe("login-caller");
  });
});

function claiming(claims: Readonly<Record<string, JsonObject[string] | undefined>>): RewriteToken {
  return ({ header, claims: own }) => ({
    header,
    claims: Object.fromEntries(
      Object.entries({ ...own, ...claims }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  });
}

function headed(header: JsonObject): RewriteToken {
  return ({ header: own, claims }) => ({ header: { ...own, ...header }, claims });
}

describe("a login in the console is begun", patience, () => {
  it.each(["cross-site", "same-site", "none", ""])(
    "by our own page alone, not where Sec-Fetch-Site is '%s'",
    async (site) => {
      const { issuer, serving } = await openLoginWorld();

      const answered = await sendTo(serving.url, {
        path: "/console/login",
        headers: { "sec-fetch-site": site },
      });

      expect(answered).toMatchObject({ status: 302, headers: { location: "/console/" } });
      expect(answered.headers["set-cookie"]).toBeUndefined();
      expect(issuer.paths).toEqual([]);
    },
  );

  it("with a new cookie each time, whatever was planted before", async () => {
    const { serving, openBrowser } = await openLoginWorld();
    const browser = openBrowser();
    const name = `__Host-toolcourt-login-${serving.url.port}`;
    browser.cookies.set(name, "a".repeat(64));

    await browser.begin();

    expect(browser.cookies.get(name)).not.toBe("a".repeat(64));
  });

  it("at one redirect address, and leads nowhere else, whatever the request names", async () => {
    const { issuer, serving, openBrowser } = await openLoginWorld();
    const begun = await sendTo(serving.url, {
      path: "/console/login?redirect_uri=https://evil.example&next=//evil.example",
      headers: { "sec-fetch-site": "same-origin" },
    });
    const browser = openBrowser();
    const back = new URL(`${serving.url.origin}/console/login/callback?next=//evil.example`);
    const ended = await browser.comeBack(back);

    const address = new URL(begun.headers.location ?? "");
    expect(address.origin).toBe(issuer.issuer);
    expect(address.searchParams.get("redirect_uri")).toBe(
      `${serving.url.origin}/console/login/callback`,
    );
    expect(ended.headers.location).toMatch(/^\/console\/#[\w-]{22}$/);
  });

  it("at most 20 times a minute from one address, and so it is answered", async () => {
    const world = await openLoginWorld();
    const browser = world.openBrowser();
    for (let count = 0; count < 20; count += 1) await browser.begin();
    const refused = await browser.begin();
    const nothing = new URL(`${world.serving.url.origin}/console/login/callback`);
    for (let count = 0; count < 20; count += 1) await browser.comeBack(nothing);
    const flooded = await browser.comeBack(nothing);
    world.pass(minute);
    const later = await browser.signIn();

    expect([refused.status, flooded.status, later.status]).toEqual([429, 429, 200]);
    // Endpoints are asked for once.
    expect(world.issuer.paths.filter((path) => path.includes("openid"))).toHaveLength(1);
  });

  it("by no other method", async () => {
    const { serving } = await openLoginWorld();
    const paths = ["/console/login", "/console/login/callback"];

    const answers = await Promise.all(
      paths.map((path) =>
        sendTo(serving.url, { method: "POST", path, headers: fromPage(serving.url, json) }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([405, 405]);
  });
});
