import {
  add,
  type Check,
  call,
  calledAs,
  guard,
  open,
  refusalOf,
} from "@toolcourt/testing/guarded-server";
import { testClient } from "@toolcourt/testing/oauth-provider";
import { openProvider, openRenewing } from "@toolcourt/testing/renewing";
import { describe, expect, it } from "vitest";
import { link } from "../governance/audit/chain.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";

const demand = (scope: string) => `Bearer error="insufficient_scope", scope="${scope}"`;

/** A server behind a grant to the gateway itself, for the scope `read`. */
async function scoped(check: (scopes: readonly string[]) => ReturnType<Check>, hasResource = true) {
  const provider = await openProvider();
  const stores = openMemoryStores({ link });
  const stored = await openRenewing({ provider, stores });
  const server = await guard(() => check(provider.requested.at(-1)?.["scope"]?.split(" ") ?? []));
  const { tokenUrl, issuer } = provider;
  const client = { clientId: testClient.id, clientProof: "basic" as const, isPrivate: true };
  const about = { tokenUrl, issuer, scope: "read" };
  const target = hasResource ? { resource: server.url.href } : {};
  const settings = { ...about, ...target, ...client };
  const kind = { kind: "client-credentials", provider: settings } as const;
  const added = await add(stored, server, {
    kind,
    secrets: { client_secret: testClient.secret },
  });
  const opened = await open(server, stored);
  return { provider, stores, stored, server, opened, added };
}

describe("a server that demands more scopes", { timeout: 20_000 }, () => {
  it("gets a token with all scopes, and sends the call once more", async () => {
    let wanted = "read";
    const { provider, stores, server, opened, added } = await scoped((scopes) =>
      scopes.includes(wanted) ? "good" : [403, demand("write")],
    );
    wanted = "write";

    await call(opened);
    await call(opened);

    expect(provider.requested.map(({ scope }) => scope)).toEqual(["read", "read write"]);
    expect(calledAs(server)).toHaveLength(3);
    const row = await stores.connections.find(added.id);
    expect(row?.settings).toMatchObject({ provider: { scope: "read write" } });
    const kinds = (await stores.audit.read(0, 100)).map((each) => each.body);
    expect(JSON.stringify(kinds)).toContain("connection.widened");
  });

  it("keeps the scopes when the token is renewed", async () => {
    let wanted = "read";
    const { provider, stored, opened } = await scoped((scopes) =>
      scopes.includes(wanted) ? "good" : [403, demand("write")],
    );
    wanted = "write";
    await call(opened);
    stored.later(3_600_000);

    await call(opened);

    expect(provider.requested.map(({ scope }) => scope)).toEqual([
      "read",
      "read write",
      "read write",
    ]);
  });

  it("asks the issuer once for the same scopes if the server is never content", async () => {
    let isOver = false;
    const { provider, server, opened } = await scoped(() =>
      isOver ? [403, demand("write")] : "good",
    );
    isOver = true;

    const refusals = [await refusalOf(call(opened)), await refusalOf(call(opened))];

    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "connection-refused", details: { because: "scope" } });
    }
    expect(provider.asked).toHaveLength(2);
    expect(calledAs(server)).toHaveLength(3);
  });

  it("asks the issuer three times at most if the server invents scopes", async () => {
    let isOver = false;
    let count = 0;
    const { provider, opened } = await scoped(() => {
      count += 1;
      return isOver ? [403, demand(`scope-${count}`)] : "good";
    });
    isOver = true;

    for (let each = 0; each < 6; each += 1) await refusalOf(call(opened));

    expect(provider.asked).toHaveLength(1 + 3);
  });

  it("keeps its token and the connection if the issuer refuses the scopes", async () => {
    let isOver = false;
    const { provider, stored, opened, added } = await scoped(() =>
      isOver ? [403, demand("admin")] : "good",
    );
    isOver = true;
    provider.manners.trouble = { status: 400, error: "invalid_scope" };

    const refusal = await refusalOf(call(opened));
    isOver = false;
    const answer = await call(opened);

    expect(refusal).toMatchObject({
      code: "connection-refused",
      details: { scopes: ["read", "admin"] },
      next: `toolcourt connections login crm --kind client-credentials --client-id ${testClient.id} --issuer <url> --client-secret <file> --scope "read admin"`,
    });
    expect(answer).toBeDefined();
    expect(await stored.admin.find(added.id)).toMatchObject({
      status: "active",
      settings: { provider: { scope: "read" } },
    });
  });

  it("asks for no token that would be good at other servers too", async () => {
    let isOver = false;
    const check = (): ReturnType<Check> => (isOver ? [403, demand("write")] : "good");
    const { provider, opened } = await scoped(check, false);
    isOver = true;

    expect(await refusalOf(call(opened))).toMatchObject({ code: "connection-refused" });
    expect(provider.asked).toHaveLength(1);
  });

  it("renews a refused token and adds scopes within three attempts", async () => {
    let answers: ReturnType<Check>[] = [];
    const { server, opened, stored } = await scoped(() => answers.shift() ?? "good");
    stored.later(31_000);
    answers = [[401], [403, demand("write")]];

    await call(opened);

    expect(calledAs(server)).toHaveLength(3);
  });

  it("names the command with all scopes for the login of a person", async () => {
    const provider = await openProvider();
    const stored = await openRenewing({ provider, stores: openMemoryStores({ link }) });
    let isOver = false;
    const server = await guard(() => (isOver ? [403, demand("write")] : "good"));
    const client = { clientId: testClient.id, clientProof: "none" as const, isPrivate: true };
    const about = { tokenUrl: provider.tokenUrl, scope: "read", resource: server.url.href };
    const kind = { kind: "oauth", provider: { ...about, ...client } } as const;
    await add(stored, server, { kind, secrets: { access_token: "access-of-a-person" } });
    const opened = await open(server, stored);
    isOver = true;

    expect(await refusalOf(call(opened))).toMatchObject({
      code: "connection-refused",
      next: 'toolcourt connections login crm --scope "read write"',
    });
    expect(provider.asked).toEqual([]);
  });
});
