import { describe, expect, it, onTestFinished } from "vitest";
import { openGuardedServer, type ServerKind, serverKinds } from "./guarded-server.ts";
import type { Issuer } from "./issuer.ts";
import { openOidcIssuer } from "./oidc-issuer.ts";
import { openSdkIssuer } from "./sdk-issuer.ts";
import { callWhoAmI, openWorld } from "./world.ts";

const signIn = "toolcourt connections login notes";
const minuteMs = 60_000;

// Each test opens three servers and runs several commands.
const slow = { timeout: 60_000 };

async function setUp<Of extends Issuer>(open: () => Promise<Of>, kind: ServerKind) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const issuer = stack.use(await open());
  const server = stack.use(await openGuardedServer(kind, issuer));
  const world = stack.use(await openWorld({ issuer, server, connection: "notes" }));
  return { issuer, server, ...world };
}

const issuers: readonly (readonly [string, () => Promise<Issuer>])[] = [
  ["oidc-provider", openOidcIssuer],
  ["the SDK's example", openSdkIssuer],
];

describe.each(issuers)("a login at %s", slow, (_name, open) => {
  it("uses the client that the operator registered", async () => {
    const { issuer, run, serve, server } = await setUp(open, "modern");
    const client = `--client-id ${issuer.known.id} --client-secret secret.txt`;

    const done = await run(`${signIn} ${client} --issuer ${issuer.issuer}`, "ada");

    expect(done).toMatchObject({ code: 0 });
    expect(done.text).toContain(`client_id=${issuer.known.id}&`);
    expect(await callWhoAmI(await serve())).toMatchObject({ sub: server.calls[0]?.sub });
    expect(issuer.registrations()).toBe(0);
  });
});

describe.each(serverKinds)("a login at oidc-provider to a %s server", slow, (kind) => {
  it("registers the gateway, is renewed, and ends with the person's consent", async () => {
    const { issuer, run, serve, later } = await setUp(openOidcIssuer, kind);
    await expect(serve()).rejects.toThrow(`next: ${signIn})`);
    const done = await run(signIn, "ada");
    expect(done).toMatchObject({ code: 0 });
    expect(done.text).not.toMatch(/did not grant|does not use it/);
    expect(issuer.registrations()).toBe(1);
    const serving = await serve();
    expect(await callWhoAmI(serving)).toMatchObject({ sub: "ada" });

    // The token is about to end.
    later(59.5 * minuteMs);
    expect(await callWhoAmI(serving)).toMatchObject({ sub: "ada" });
    expect(issuer.granted).toEqual(["authorization_code", "refresh_token"]);

    // The issuer revokes only the token.
    later(minuteMs);
    await issuer.revokeAccess();
    expect(await callWhoAmI(serving)).toMatchObject({ sub: "ada" });
    expect(issuer.granted).toHaveLength(3);

    later(minuteMs);
    await issuer.withdraw();
    const refused = await callWhoAmI(serving);
    expect(refused).toMatchObject({ code: "connection-expired", next: signIn });
    expect(await run(refused.next ?? "", "grace")).toMatchObject({ code: 0 });
    expect(await callWhoAmI(serving)).toMatchObject({ sub: "grace" });
  });

  it("is refused by name for too few scopes, and for a token of another audience", async () => {
    const { issuer, server, run, serve, later } = await setUp(openOidcIssuer, kind);
    expect(await run(`${signIn} --scope notes:read`, "ada")).toMatchObject({ code: 0 });
    const serving = await serve();

    server.demanded.push("notes:read", "notes:write");
    const refused = await callWhoAmI(serving);
    expect(refused).toMatchObject({
      code: "connection-refused",
      next: `${signIn} --scope "notes:read offline_access notes:write"`,
    });
    expect(await run(refused.next ?? "", "ada")).toMatchObject({ code: 0 });
    expect(await callWhoAmI(serving)).toMatchObject({ sub: "ada" });

    later(minuteMs);
    issuer.manners.audience = "https://other.example/mcp";
    await issuer.revokeAccess();
    expect(await callWhoAmI(serving)).toMatchObject({
      code: "connection-refused",
      next: signIn,
      text: "The server does not accept the credential of the connection notes.",
    });
    expect(server.calls).toHaveLength(1);
  });
});

describe.each(serverKinds)("a login at the SDK's example to a %s server", slow, (kind) => {
  it("registers the gateway, and ends with its only token", async () => {
    const { issuer, server, run, serve, later } = await setUp(openSdkIssuer, kind);
    expect(await run(signIn)).toMatchObject({ code: 0 });
    expect(issuer.registrations()).toBe(1);
    const serving = await serve();
    expect(await callWhoAmI(serving)).toMatchObject({ sub: server.calls[0]?.sub });

    later(61 * minuteMs);
    const expired = await callWhoAmI(serving);
    expect(expired).toMatchObject({ code: "connection-expired", next: signIn });
    expect(await run(expired.next ?? "")).toMatchObject({ code: 0 });
    expect(await callWhoAmI(serving)).toMatchObject({ sub: server.calls[1]?.sub });

    later(minuteMs);
    issuer.revokeAccess();
    expect(await callWhoAmI(serving)).toMatchObject({ code: "connection-expired", next: signIn });
  });
});
