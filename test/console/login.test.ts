import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { fromPage, sendTo } from "../../packages/testing/src/console-requests.ts";
import { resource } from "./login/login-config.ts";
import { openLoginWorld } from "./login/login-world.ts";

// Whole gateways with a real issuer, `oidc-provider`.
const patience = { timeout: 30_000 };

async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

function expiryOf(token = ""): number {
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
  return Number(/"exp":(\d+)/.exec(claims)?.[1]) * 1_000;
}

describe("a login at an issuer", patience, () => {
  it("gives the principal that a bearer token of the same person gives", async () => {
    const { issuer, serving, openBrowser, get } = await openLoginWorld();
    const browser = openBrowser();
    const signedIn = await browser.signIn("nora");
    const inConsole = await get("me", signedIn, browser);
    const [, accessToken = ""] = issuer.issued;

    const headers = { authorization: `Bearer ${accessToken}` };
    const asCaller = await sendTo(serving.url, { path: "/admin/v1/me", headers });

    expect(asCaller.body).toMatchObject({
      principal: { id: "login:nora", tenant: "north" },
      permissions: { "approvals:read": true, "approvals:decide": false },
    });
    expect({ ...inConsole.body, console: null }).toEqual(asCaller.body);
  });

  it("asks for a code with PKCE, for the scopes and the address that callers' tokens have", async () => {
    const { issuer, serving, openBrowser } = await openLoginWorld();
    await openBrowser().begin();
    const browser = openBrowser();
    await browser.signIn();

    const [asked] = issuer.asked;

    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(asked ?? []);
    expect(rest).toEqual({
      response_type: "code",
      client_id: issuer.client.id,
      redirect_uri: `${serving.url.origin}/console/login/callback`,
      scope: "openid mcp",
      resource,
      code_challenge_method: "S256",
    });
    for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
  });

  it("uses a cookie of its own, which ends with the login", async () => {
    const { serving, openBrowser } = await openLoginWorld();
    const browser = openBrowser();
    const begun = await browser.begin();
    const name = `__Host-toolcourt-login-${serving.url.port}`;
    const value = browser.cookies.get(name);
    const back = await browser.atIssuer(begun.headers.location ?? "");
    const signedIn = await browser.exchange(await browser.comeBack(back));

    expect(value).toMatch(/^[\da-f]{64}$/);
    expect(begun.headers["set-cookie"]).toEqual([
      `${name}=${value}; Path=/; Max-Age=300; Secure; HttpOnly; SameSite=Lax`,
    ]);
    expect(signedIn.status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual([`__Host-toolcourt-${serving.url.port}`]);
  });

  it("shows no token, secret or verifier to the browser, the log, or a file", async () => {
    const { issuer, serving, folder, openBrowser, get } = await openLoginWorld();
    const browser = openBrowser();
    const begun = await browser.begin();
    const back = await browser.atIssuer(begun.headers.location ?? "");
    const answered = await browser.comeBack(back);
    const signedIn = await browser.exchange(answered);
    const answers = [begun, answered, signedIn, await get("me", signedIn, browser)];

    const seen = JSON.stringify(answers) + serving.printed.join("\n") + (await filesIn(folder));
    const secrets = [...issuer.issued, issuer.client.secret, back.searchParams.get("code") ?? ""];

    expect(answered.headers.location).toMatch(/^\/console\/#[\w-]{22}$/);
    expect(issuer.issued).toHaveLength(2);
    for (const secret of secrets) {
      expect(secret).not.toBe("");
      expect(seen).not.toContain(secret);
    }
  });

  it("is offered where the console is turned on for one start", async () => {
    const { issuer, serving } = await openLoginWorld({}, "--console");

    const asked = { path: "/console/session", headers: fromPage(serving.url) };
    const { body } = await sendTo(serving.url, asked);

    expect(body).toEqual({ login: { host: new URL(issuer.issuer).host } });
  });

  it("opens a session that ends with its token", async () => {
    const { issuer, openBrowser } = await openLoginWorld();
    issuer.manners.seconds = 900;
    const { body } = await openBrowser().signIn();

    const [, accessToken] = issuer.issued;

    // Tokens are accepted for five seconds more, everywhere.
    expect(body["expiresAt"]).toBe(new Date(expiryOf(accessToken) + 5_000).toISOString());
  });

  it("opens a session that ends when a reload changes whom the gateway trusts", async () => {
    const { serving, writeConfig, openBrowser, get } = await openLoginWorld();
    const browser = openBrowser();
    const signedIn = await browser.signIn();
    const before = await get("me", signedIn, browser);
    await writeConfig({ trusted: { roles_claim: "groups" } });
    const reloaded = await serving.reload();
    await vi.waitFor(
      async () => expect((await get("me", signedIn, browser)).status).toBe(401),
      3_000,
    );
    const again = await browser.signIn();
    const after = await get("me", again, browser);

    expect(reloaded).toContain("was read again");
    expect(before.body).toMatchObject({ roles: ["all"] });
    expect(after.body).toMatchObject({ principal: { id: "login:olga" }, roles: [] });
  });

  it("is changed by a restart, and a reload that names another client says so", async () => {
    const { serving, writeConfig, openBrowser } = await openLoginWorld();
    await writeConfig({ login: { client_id: "another" } });

    // It listens before it listens to signals.
    const before = await openBrowser().signIn();
    const reloaded = await serving.reload();
    const after = await openBrowser().signIn();

    expect(reloaded).toContain("A reload does not change console.login.client_id");
    expect([before.status, after.status]).toEqual([200, 200]);
  });

  it("follows the issuer to its next keys", async () => {
    const { issuer, openBrowser } = await openLoginWorld();
    const first = await openBrowser().signIn();
    issuer.rotateKeys();
    // Unknown keys are looked up once in half a minute.
    vi.useFakeTimers({ toFake: ["Date"], now: systemClock.now() + 31_000 });
    onTestFinished(() => void vi.useRealTimers());
    const second = await openBrowser().signIn();

    expect([first.status, second.status]).toEqual([200, 200]);
  });

  it("works where callers show ID tokens, for our client", async () => {
    const audience = "toolcourt-console";
    const scopes = { login: { scopes: ["openid"] }, trusted: { audience }, scopes: [] };
    const { issuer, openBrowser, get } = await openLoginWorld(scopes);
    const browser = openBrowser();
    const signedIn = await browser.signIn();
    const { body } = await get("me", signedIn, browser);

    const [asked] = issuer.asked;

    expect(body).toMatchObject({ principal: { id: "login:olga" } });
    expect(asked?.has("resource")).toBe(false);
  });

  it("goes to endpoints that the configuration names, and asks for no others", async () => {
    const { issuer, openBrowser } = await openLoginWorld((origin) => ({
      login: { authorize_url: `${origin}/auth`, token_url: `${origin}/token` },
    }));

    const { status } = await openBrowser().signIn();

    expect(status).toBe(200);
    expect(issuer.paths).not.toContain("/.well-known/openid-configuration");
  });
});

describe("a login that fails", patience, () => {
  it("is told in our words, and never in those of the issuer", async () => {
    const { issuer, openBrowser } = await openLoginWorld();
    issuer.manners.denies = true;
    const browser = openBrowser();
    const begun = await browser.begin();
    const back = await browser.atIssuer(begun.headers.location ?? "");
    const answered = await browser.comeBack(back);
    const refused = await browser.exchange(answered);

    expect(back.searchParams.get("error_description")).toContain("onerror");
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: "console-refused", evidence: { because: "login-denied" } } },
    });
    expect(JSON.stringify([answered, refused])).not.toMatch(/onerror|raw text|access_denied/);
  });

  it("names the next command while the issuer is away, and works again after that", async () => {
    const { issuer, openBrowser } = await openLoginWorld();
    issuer.away = "all";
    const away = await openBrowser().signIn();
    issuer.away = "keys";
    const withoutKeys = await openBrowser().signIn();
    issuer.away = undefined;
    const browser = openBrowser();
    const begun = await browser.begin();
    const back = await browser.atIssuer(begun.headers.location ?? "");
    issuer.away = "all";
    const inBetween = await browser.exchange(await browser.comeBack(back));
    issuer.away = undefined;
    const again = await openBrowser().signIn();

    const why = { code: "console-refused", evidence: { because: "login-issuer" } };
    const expected = { status: 503, body: { error: { ...why, next: "toolcourt doctor" } } };
    expect([away, withoutKeys, inBetween]).toMatchObject([expected, expected, expected]);
    expect(again.status).toBe(200);
  });

  it.each([
    ["its secret is wrong", { login: { client_secret: "another-secret" } }, "login-client"],
    ["its scopes are too few", { login: { scopes: ["openid"] } }, "login-caller"],
  ])("says what to repair where %s", async (_, change, because) => {
    const { openBrowser } = await openLoginWorld(change);

    const { body } = await openBrowser().signIn();

    expect(body).toMatchObject({ error: { evidence: { because }, next: "toolcourt doctor" } });
  });

  it("keeps a person of whom the policy knows nothing without rights", async () => {
    const { openBrowser, get } = await openLoginWorld();
    const browser = openBrowser();
    const signedIn = await browser.signIn("stranger");

    const overview = await get("approvals", signedIn, browser);

    expect(overview).toMatchObject({ status: 403 });
  });
});

describe("the ways to sign in", patience, () => {
  it("are public to our own page, and name only the issuer's host", async () => {
    const { issuer, serving } = await openLoginWorld();
    const ask = (headers: Readonly<Record<string, string>>) =>
      sendTo(serving.url, { path: "/console/session", headers });

    const own = await ask(fromPage(serving.url));
    const foreign = await ask({ "sec-fetch-site": "cross-site" });

    expect(own.body).toEqual({ login: { host: new URL(issuer.issuer).host } });
    expect(foreign.status).toBe(403);
  });
});
