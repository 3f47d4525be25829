import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { describe, expect, it, onTestFinished } from "vitest";
import { openProviderDoors } from "../../compose/open-connections.ts";
import { createHoldSecret } from "../secrets/secret.ts";
import { createAuthorize } from "./authorize.ts";
import { discover } from "./discover.ts";
import { createProviderClient } from "./provider.ts";
import type { Provider } from "./settings.ts";

const { signal } = new AbortController();

async function setUp(clock = systemClock) {
  const provider = await openOAuthProvider();
  const doors = openProviderDoors({ clock: systemClock, random: () => 0 });
  onTestFinished(async () => {
    await doors[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const { door } = doors;
  const client = createProviderClient({
    door,
    holdSecret: createHoldSecret(Buffer.alloc(32)),
    clock: systemClock,
    randomBytes,
  });
  const authorize = createAuthorize({ client, clock, randomBytes });
  const found = (difference: { readonly issuer?: string } = {}) =>
    discover(door, {
      issuer: provider.issuer,
      isPrivate: true,
      isForPerson: true,
      signal,
      ...difference,
    });
  const settings = async (): Promise<Provider> => ({
    tokenUrl: "",
    ...(await found()),
    issuer: provider.issuer,
    clientId: testClient.id,
    clientProof: "none",
    isPrivate: true,
  });
  /** Starts an authorization, and passes the shown address to a simulated person. */
  const ask = async (
    person: (address: string) => Promise<unknown>,
    more: Partial<Provider> = {},
  ) => {
    const shown = Promise.withResolvers<string>();
    const show = (text: string): void => shown.resolve(text.split("\n")[1] ?? "");
    const asked = authorize({
      provider: { ...(await settings()), ...more },
      port: 0,
      show,
      signal,
    });
    asked.catch(() => undefined);
    return { asked, answered: await person(await shown.promise) };
  };
  return { provider, found, ask };
}

/** Returns the redirect address from a shown address, with another answer. */
function redirectOf(address: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}

// Each asks a real provider over loopback, which is slow while other tests load the machine.
describe("createAuthorize", { timeout: 20_000 }, () => {
  it("requests authorization with S256, a state and an exact loopback redirect", async () => {
    const { provider, ask } = await setUp();
    let address = "";

    const { asked } = await ask((shown) => {
      address = shown;
      return provider.sayYes(shown);
    });
    await asked;

    const { searchParams } = new URL(address);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(searchParams.get("state")).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  it("returns tokens without showing them", async () => {
    const { provider, ask } = await setUp();

    const { asked } = await ask(provider.sayYes);

    expect(JSON.stringify(await asked)).not.toContain("canary");
    expect(await asked).toMatchObject({ endsInMs: 3_600_000 });
  });

  it("keeps waiting after an answer with no state, a wrong one, or two (case 25)", async () => {
    const { provider, ask } = await setUp();

    const { asked, answered } = await ask(async (address) => {
      const right = new URL(address).searchParams.get("state") ?? "";
      const states = [{}, { state: "x" }, { state: `${right}x` }];
      const statuses = [];
      for (const state of states) {
        statuses.push((await fetch(redirectOf(address, { code: "stolen", ...state }))).status);
      }
      const twice = `${redirectOf(address, { code: "stolen", state: right })}&state=x`;
      statuses.push((await fetch(twice)).status);
      statuses.push((await fetch(twice.replace("/callback", "/callback/"))).status);
      statuses.push(await provider.sayYes(address));
      return statuses;
    });

    expect(answered).toEqual([400, 400, 400, 400, 404, 200]);
    await expect(asked).resolves.toBeDefined();
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["no issuer, from a provider that names itself", {}],
  ])("refuses an answer that names %s (RFC 9207, case 25)", async (_what, answer) => {
    const { provider, ask } = await setUp();

    const { asked } = await ask(async (address) => {
      const state = new URL(address).searchParams.get("state") ?? "";
      await fetch(redirectOf(address, { code: "c", state, ...answer }));
    });

    await expect(asked).rejects.toMatchObject({ details: { because: "issuer" } });
    expect(provider.asked).toEqual([]);
  });

  it("is refused if the person declines", async () => {
    const { provider, ask } = await setUp();

    const { asked } = await ask(async (address) => {
      const state = new URL(address).searchParams.get("state") ?? "";
      await fetch(redirectOf(address, { error: "access_denied", state, iss: provider.issuer }));
    });

    await expect(asked).rejects.toMatchObject({ details: { because: "denied" } });
  });

  it("is refused if the code does not match", async () => {
    const { provider, ask } = await setUp();

    const { asked } = await ask(async (address) => {
      const state = new URL(address).searchParams.get("state") ?? "";
      await fetch(redirectOf(address, { code: "guessed", state, iss: provider.issuer }));
    });

    await expect(asked).rejects.toMatchObject({ details: { because: "denied" } });
  });

  it("times out without an answer", async () => {
    const clock = createFakeClock();
    const { ask } = await setUp(clock);

    const { asked } = await ask(async () => {
      await clock.untilSleeping();
      await clock.advance(5 * 60_000);
    });

    await expect(asked).rejects.toMatchObject({ details: { because: "too-late" } });
  });
});

describe("discover", { timeout: 20_000 }, () => {
  it("returns the endpoints of an issuer", async () => {
    const { provider, found } = await setUp();

    expect(await found({ issuer: `${provider.issuer}/` })).toEqual({
      issuer: provider.issuer,
      tokenUrl: provider.tokenUrl,
      authorizeUrl: provider.authorizeUrl,
      revokeUrl: provider.revokeUrl,
      namesItself: true,
    });
  });

  it("ignores endpoints of another origin (case 24)", async () => {
    const { provider, found } = await setUp();
    provider.manners.tokenUrl = "https://evil.example/token";

    await expect(found()).rejects.toMatchObject({ details: { because: "elsewhere" } });
  });

  it("requires PKCE with S256 (case 25)", async () => {
    const { provider, found } = await setUp();
    provider.manners.s256 = false;

    await expect(found()).rejects.toMatchObject({ details: { because: "no-pkce" } });
  });

  it("requires metadata of the named issuer (case 25)", async () => {
    const { provider, found } = await setUp();

    await expect(found({ issuer: `${provider.issuer}/other` })).rejects.toMatchObject({
      code: "authorization-failed",
    });
    await expect(found({ issuer: "http://issuer.example" })).rejects.toMatchObject({
      details: { because: "unreachable" },
    });
  });
});
