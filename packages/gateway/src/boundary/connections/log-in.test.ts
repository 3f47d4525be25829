import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  openOAuthProvider,
  type TestProvider,
  testClient,
} from "@toolcourt/testing/oauth-provider";
import { openProtectedServer, type ProtectedServer } from "@toolcourt/testing/protected-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { openProviderDoors } from "../../compose/open-connections.ts";
import { createHoldSecret } from "../secrets/secret.ts";
import { createSignIn } from "./authorize.ts";
import { createLogIn, type LoggingIn } from "./log-in.ts";
import { createProviderClient } from "./provider.ts";
import { createSignInDevice } from "./sign-in-device.ts";

const { signal } = new AbortController();
const wellKnown = "/.well-known/oauth-protected-resource";
const holdSecret = createHoldSecret(Buffer.alloc(32));

async function setUp() {
  const provider = await openOAuthProvider();
  const server = await openProtectedServer(provider);
  const doors = openProviderDoors({ clock: systemClock, random: () => 0 });
  onTestFinished(async () => {
    await doors[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const { door } = doors;
  const waits: number[] = [];
  provider.manners.said = { registration_endpoint: `${provider.issuer}/register` };
  const client = createProviderClient({ door, holdSecret, clock: systemClock, randomBytes });
  const signIn = createSignIn({ client, clock: systemClock, randomBytes });
  const signInDevice = createSignInDevice({ client, clock: hasty(waits), holdSecret });
  const logIn = createLogIn({ door, client, clock: systemClock, holdSecret, signIn, signInDevice });
  const asking = (
    more: Partial<LoggingIn> = {},
    person: (address: string) => Promise<unknown> = provider.sayYes,
  ) =>
    logIn({
      server: new URL(server.url),
      isPrivate: false,
      way: "browser",
      port: 0,
      signal,
      show: (text) => {
        const address = /^http\S+$/m.exec(text)?.[0];
        if (address !== undefined) void person(address);
      },
      ...more,
    });
  /** Adds to what the metadata says. */
  const says = (more: Readonly<Record<string, unknown>>): void => {
    provider.manners.said = { ...provider.manners.said, ...more };
  };
  return { provider, server, asking, says, waits };
}

/** A clock on which every sleep ends at once. Its length is noted. */
function hasty(waits: number[]) {
  let now = 0;
  return {
    monotonic: () => now,
    sleep: async (ms: number): Promise<void> => {
      waits.push(ms);
      now += ms;
    },
  };
}

// Each asks real servers over loopback, which is slow while other tests load the machine.
describe("createLogIn", { timeout: 20_000 }, () => {
  it("finds the issuer, registers a native client and names the resource to the letter", async () => {
    const { provider, server, asking } = await setUp();

    const { provider: stored, granted } = await asking();

    expect(stored).toMatchObject({
      issuer: provider.issuer,
      resource: server.url,
      isPrivate: true,
    });
    expect(provider.registered).toMatchObject([
      {
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [provider.requested[0]?.["redirect_uri"]],
      },
    ]);
    expect(provider.requested.map(({ resource }) => resource)).toEqual([server.url, server.url]);
    expect(provider.requested[0]).not.toHaveProperty("scope");
    expect(JSON.stringify(granted)).not.toContain("canary");
  });

  it.each([
    ["its endpoint", [`${wellKnown}/mcp`], [`${wellKnown}/mcp`]],
    ["its root", [wellKnown], [`${wellKnown}/mcp`, wellKnown]],
  ])("probes for metadata at the path of %s if none is named", async (_what, places, probed) => {
    const { server, asking } = await setUp();
    Object.assign(server.manners, { places, challenge: "Bearer" });

    await asking();

    expect(server.asked).toEqual(["/mcp", ...probed]);
  });

  it("prefers the demanded scopes to the listed ones, and adds those of an earlier login", async () => {
    const { provider, server, asking, says } = await setUp();
    server.manners.said = { scopes_supported: ["c", "d"] };
    const scopes = () => provider.requested.flatMap((each) => each["scope"] ?? []);

    await asking();
    await asking({ challenge: { scope: "a" } });
    await asking({ challenge: { scope: "a" }, scope: "e" });
    await asking({
      challenge: { scope: "a b" },
      before: { issuer: provider.issuer, scope: "x a" },
    });
    await asking({
      challenge: { scope: "a" },
      before: { issuer: "https://old.example", scope: "x" },
    });
    says({ scopes_supported: ["offline_access", "c"] });
    await asking({ challenge: { scope: "a" } });

    expect(scopes()).toEqual(["c d", "a", "e", "x a b", "a", "a offline_access"]);
  });

  it.each([
    ["none", ["none", "client_secret_basic"], {}],
    ["client_secret_basic", undefined, {}],
    ["client_secret_post", ["client_secret_post"], { client_secret: testClient.secret }],
  ])("authenticates by %s", async (wanted, methods, sent) => {
    const { provider, asking, says } = await setUp();
    says({ token_endpoint_auth_methods_supported: methods });

    await asking();

    expect(provider.registered[0]).toMatchObject({ token_endpoint_auth_method: wanted });
    expect(provider.requested.at(-1)).toMatchObject(sent);
    expect("client_secret" in (provider.requested.at(-1) ?? {})).toBe("client_secret" in sent);
  });

  it("uses a client of the operator, and a metadata document only where it is supported", async () => {
    const { provider, asking, says } = await setUp();
    const document = "https://gateway.example/client.json";
    const clients = () => provider.requested.flatMap((each) => each["client_id"] ?? []);

    await asking({ client: { id: "mine", secret: holdSecret("my-long-secret") } });
    await asking({ client: { id: document } });
    says({ client_id_metadata_document_supported: true });
    await asking({ client: { id: document } });

    expect(clients()).toEqual(["mine", testClient.id, document, document]);
    expect(provider.registered).toHaveLength(1);
  });

  it("trusts other origins of endpoints only if the operator gives them", async () => {
    const { provider, asking, says } = await setUp();
    const localhost = provider.issuer.replace("127.0.0.1", "localhost");
    says({ authorization_endpoint: `${localhost}/authorize` });

    await expect(asking()).rejects.toMatchObject({ details: { because: "elsewhere" } });
    const endpoints = { authorizeUrl: `${localhost}/authorize` };

    await expect(asking({ endpoints })).resolves.toBeDefined();
  });
});

async function setUpDevice() {
  const scene = await setUp();
  const { issuer } = scene.provider;
  scene.says({ device_authorization_endpoint: `${issuer}/device` });
  const shown: string[] = [];
  const asking = () =>
    scene.asking({ way: "device", scope: "read", show: (text) => shown.push(text) });
  return { ...scene, asking, shown };
}

describe("a login by device code", { timeout: 20_000 }, () => {
  it("shows the code and asks at the provider's pace until the person has consented", async () => {
    const { provider, server, asking, shown, waits } = await setUpDevice();
    provider.manners.pending = ["authorization_pending", "slow_down", "authorization_pending"];

    const { granted } = await asking();

    expect(waits).toEqual([2_000, 2_000, 7_000, 7_000]);
    expect(shown.at(-1)).toContain(`WDJB-MJHT`);
    expect(shown.at(-1)).toContain(`${provider.issuer}/activate`);
    expect(provider.registered[0]).not.toHaveProperty("redirect_uris");
    expect(provider.requested[0]).toMatchObject({ scope: "read", resource: server.url });
    expect(shown.join("") + JSON.stringify(granted)).not.toContain("canary");
  });

  it.each([
    ["denies it", "access_denied", "denied"],
    ["lets the code expire", "expired_token", "too-late"],
  ])("is refused if the person %s", async (_what, error, because) => {
    const { provider, asking } = await setUpDevice();
    provider.manners.pending = ["authorization_pending", error];

    await expect(asking()).rejects.toMatchObject({ details: { because } });
    expect(provider.granted).toEqual([]);
  });

  it("ends with the life of the code", async () => {
    const { provider, asking, waits } = await setUpDevice();
    provider.manners.device = { expires_in: 5 };
    provider.manners.pending = Array.from({ length: 9 }, () => "authorization_pending");

    await expect(asking()).rejects.toMatchObject({ details: { because: "too-late" } });
    expect(waits).toEqual([2_000, 2_000]);
  });

  it.each([
    ["a code with orders for the terminal", { user_code: "AB\u001b[2JCD" }],
    ["an address that is a script", { verification_uri: "javascript:alert(1)" }],
    ["an address over plain HTTP", { verification_uri: "http://evil.example" }],
    ["a pace without sense", { interval: -1 }],
    ["no code", { device_code: undefined }],
  ])("shows nothing of an answer with %s", async (_what, device) => {
    const { provider, asking, shown } = await setUpDevice();
    provider.manners.device = device;

    await expect(asking()).rejects.toMatchObject({ details: { because: "unreadable" } });
    expect(shown.join("")).not.toContain("code");
  });

  it("is refused if the provider offers none", async () => {
    const { asking, says } = await setUpDevice();
    says({ device_authorization_endpoint: undefined });

    await expect(asking()).rejects.toMatchObject({ details: { because: "no-device" } });
  });
});

interface Scene {
  readonly provider: TestProvider;
  readonly server: ProtectedServer;
  readonly says: (more: Readonly<Record<string, unknown>>) => void;
  readonly logging: Partial<LoggingIn>;
}

type Bad = readonly [what: string, because: string, make: (scene: Scene) => void];

/** Each must be refused before a person is asked. */
const lies: readonly Bad[] = [
  ["no metadata", "no-login", ({ server }) => (server.manners.places = [])],
  [
    "a redirect to another issuer",
    "unreachable",
    ({ server }) => (server.manners.redirect = "https://evil.example"),
  ],
  [
    "metadata over plain HTTP",
    "unreachable",
    ({ server }) => (server.manners.challenge = 'Bearer resource_metadata="http://evil.example/"'),
  ],
  [
    "metadata in the private network",
    "unreachable",
    ({ server }) => (server.manners.challenge = 'Bearer resource_metadata="https://10.0.0.1/"'),
  ],
  [
    "the resource of another server",
    "resource",
    ({ server }) => (server.manners.said = { resource: "https://api.example/mcp" }),
  ],
  [
    "a neighboring path as its resource",
    "resource",
    ({ server }) => (server.manners.said = { resource: `${server.origin}/mc` }),
  ],
  [
    "an issuer over plain HTTP",
    "issuer",
    ({ server }) => (server.manners.said = { authorization_servers: ["http://evil.example"] }),
  ],
  [
    "an issuer in the private network",
    "unreachable",
    ({ server }) => (server.manners.said = { authorization_servers: ["https://10.0.0.1"] }),
  ],
  [
    "no issuer",
    "unreadable",
    ({ server }) => (server.manners.said = { authorization_servers: [] }),
  ],
  [
    "another issuer than the operator's",
    "issuer",
    ({ logging }) => Object.assign(logging, { issuer: "https://mine.example" }),
  ],
  [
    "metadata that lies about its issuer",
    "issuer",
    ({ says }) => says({ issuer: "https://other.example" }),
  ],
  [
    "an issuer equal only after normalization",
    "issuer",
    ({ provider, says }) => says({ issuer: `${provider.issuer}/` }),
  ],
  [
    "an issuer without metadata",
    "no-metadata",
    ({ server, provider }) =>
      (server.manners.said = { authorization_servers: [`${provider.issuer}/tenant`] }),
  ],
  ["no PKCE", "no-pkce", ({ says }) => says({ code_challenge_methods_supported: undefined })],
  ["plain PKCE", "no-pkce", ({ provider }) => (provider.manners.s256 = false)],
  [
    "a token endpoint elsewhere",
    "elsewhere",
    ({ says }) => says({ token_endpoint: "https://evil.example/token" }),
  ],
  [
    "a registration elsewhere",
    "elsewhere",
    ({ says }) => says({ registration_endpoint: "https://evil.example/register" }),
  ],
  [
    "an authorization endpoint that is a script",
    "unreadable",
    ({ says }) => says({ authorization_endpoint: "javascript:alert(1)" }),
  ],
  ["no registration", "no-registration", ({ says }) => says({ registration_endpoint: undefined })],
  [
    "a refused registration",
    "no-registration",
    ({ provider, says }) => says({ registration_endpoint: `${provider.issuer}/none` }),
  ],
  [
    "an authentication that we do not have",
    "no-registration",
    ({ says }) => says({ token_endpoint_auth_methods_supported: ["tls_client_auth"] }),
  ],
  [
    "a client that has expired by our clock",
    "clock",
    ({ provider }) => (provider.manners.client = { client_secret_expires_at: 1 }),
  ],
  [
    "a client without an id",
    "unreadable",
    ({ provider }) => (provider.manners.client = { client_id: undefined }),
  ],
];

describe("a server or issuer that lies", { timeout: 20_000 }, () => {
  it.each(lies)("is refused: %s", async (_what, because, make) => {
    const { provider, server, asking, says } = await setUp();
    const logging: Partial<LoggingIn> = {};
    make({ provider, server, says, logging });
    const asked: string[] = [];

    const login = asking(logging, async (address) => asked.push(address));

    await expect(login).rejects.toMatchObject({
      code: "authorization-failed",
      details: { because },
    });
    expect(asked).toEqual([]);
    expect(provider.granted).toEqual([]);
  });

  it.each([
    ["another issuer", { iss: "https://evil.example", code: "c" }, "issuer"],
    ["no issuer", { code: "c" }, "issuer"],
    ["a refused scope", { error: "invalid_scope" }, "scope"],
  ])("is refused if the answer has %s", async (_what, said, because) => {
    const { provider, asking } = await setUp();
    const answer = { ...(because === "scope" && { iss: provider.issuer }), ...said };

    const login = asking({}, (address) => {
      const { searchParams } = new URL(address);
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      const state = searchParams.get("state") ?? "";
      for (const [name, value] of Object.entries({ state, ...answer }))
        back.searchParams.set(name, value);
      return fetch(back);
    });

    await expect(login).rejects.toMatchObject({ details: { because } });
    expect(provider.granted).toEqual([]);
  });
});
