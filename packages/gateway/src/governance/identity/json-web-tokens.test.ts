import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Recognize } from "./identity.ts";
import { createJsonWebTokens, type Issuer } from "./json-web-tokens.ts";

const issuer = "https://login.example.com/";
const audience = "https://tools.example.com/mcp";
const clock = createFakeClock();
const now = Math.floor(clock.now() / 1000);

type Key = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
let ours: Key;
let theirs: Key;
let recognize: Recognize;
let asked = 0;
let publicKey: Key;
const login: Issuer = {
  name: "login",
  issuer,
  jwksUrl: new URL("https://login.example.com/keys"),
  audience,
  claims: { roles: "realm.roles", tenant: "tid" },
};

beforeAll(async () => {
  const [own, foreign] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
  [ours, theirs, publicKey] = [own.privateKey, foreign.privateKey, own.publicKey];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "1", alg: "ES256" }];
  recognize = createJsonWebTokens([login], {
    clock,
    fetch: async () => {
      asked += 1;
      return Response.json({ keys });
    },
  });
});

interface Signing {
  readonly key?: Key;
  readonly alg?: string;
  /** The `typ` header of the token. */
  readonly typ?: string;
}

function token(
  claims: Readonly<Record<string, unknown>> = {},
  { key = ours, alg = "ES256", typ }: Signing = {},
): Promise<string> {
  const usual = { iss: issuer, aud: audience, sub: "ada", exp: now + 60 };
  const header = { alg, kid: "1", ...(typ !== undefined && { typ }) };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader(header).sign(key);
}

it("reads the identity, with roles, scopes and tenant", async () => {
  const claims = { realm: { roles: ["reader", 7] }, scope: "mcp tools", tid: "north" };

  expect(await recognize(await token(claims))).toEqual({
    kind: "recognized",
    identity: {
      id: "login:ada",
      roles: ["reader"],
      scopes: ["mcp", "tools"],
      claims: { iss: issuer, aud: audience, sub: "ada", exp: now + 60, ...claims },
      tenant: "north",
      isSystem: false,
    },
    // Includes the clock tolerance.
    endsAt: (now + 65) * 1000,
  });
});

it.each(["JWT", "jwt", "at+jwt", "application/at+jwt"])(
  "accepts a token of type %s",
  async (typ) => {
    expect(await recognize(await token({}, { typ }))).toMatchObject({ kind: "recognized" });
  },
);

async function recognizeBy(
  pairs: readonly Awaited<ReturnType<typeof generateKeyPair>>[],
): Promise<Recognize> {
  const keys = await Promise.all(pairs.map(async ({ publicKey: key }) => exportJWK(key)));
  return createJsonWebTokens([login], { clock, fetch: async () => Response.json({ keys }) });
}

describe("an issuer with several keys of a type", () => {
  const other = { iss: issuer, aud: audience, sub: "ada", exp: now + 60 };

  const sign = (key: Key, claims = {}): Promise<string> =>
    new SignJWT({ ...other, ...claims }).setProtectedHeader({ alg: "ES256" }).sign(key);

  it("accepts a token without kid of each of them, and of no other", async () => {
    const pairs = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
    const recognizeAny = await recognizeBy(pairs);

    for (const { privateKey } of pairs) {
      expect(await recognizeAny(await sign(privateKey))).toMatchObject({ kind: "recognized" });
      expect(await recognizeAny(await sign(privateKey, { exp: now - 60 }))).toMatchObject({
        because: "expired",
      });
    }
    expect(await recognizeAny(await sign(theirs))).toMatchObject({ because: "forged" });
  });

  it("tries at most eight of them", async () => {
    const pairs = await Promise.all(Array.from({ length: 9 }, () => generateKeyPair("ES256")));
    const last = pairs[8]?.privateKey ?? theirs;

    expect(await (await recognizeBy(pairs))(await sign(last))).toMatchObject({ because: "forged" });
  });
});

it.each([{ jkt: "thumbprint" }, { "x5t#S256": "certificate" }, {}, null])(
  "refuses a token bound to a key whose proof is not checked: %j",
  async (cnf) => {
    expect(await recognize(await token({ cnf }))).toEqual({
      kind: "refused",
      because: "bound-to-key",
      issuer: "login",
    });
  },
);

it("treats a null tenant as none", async () => {
  const recognition = await recognize(await token({ tid: null }));

  expect(recognition).toMatchObject({ kind: "recognized", identity: { id: "login:ada" } });
  expect(recognition?.kind === "recognized" && recognition.identity).not.toHaveProperty("tenant");
});

it("accepts an expired token within the clock tolerance, until the tolerance ends", async () => {
  expect(await recognize(await token({ exp: now - 4 }))).toMatchObject({
    kind: "recognized",
    endsAt: (now + 1) * 1000,
  });
});

it("gives every token a finite end", async () => {
  const recognition = await recognize(await token({ exp: 1e306 }));

  expect(recognition?.kind === "recognized" && Number.isFinite(recognition.endsAt)).toBe(true);
});

it("fetches an issuer's keys again after five minutes, so a withdrawn key stops working", async () => {
  const keys = [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }];
  const fetch = async (): Promise<Response> => Response.json({ keys });
  const other = createJsonWebTokens([login], { clock, fetch });
  const start = clock.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  try {
    expect(await other(await token())).toMatchObject({ kind: "recognized" });
    keys.length = 0;
    vi.setSystemTime(start + 299_999);
    expect(await other(await token())).toMatchObject({ kind: "recognized" });
    vi.setSystemTime(start + 300_000);
    expect(await other(await token())).toMatchObject({ kind: "refused", because: "forged" });
  } finally {
    vi.useRealTimers();
  }
});

it("refuses claims that are nested too deep", async () => {
  const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);

  expect(await recognize(await token({ deep: nested(15) }))).toMatchObject({ kind: "recognized" });
  expect(await recognize(await token({ deep: nested(16) }))).toMatchObject({
    kind: "refused",
    because: "malformed",
  });
});

it("fetches the keys once", async () => {
  await recognize(await token());
  await recognize(await token({ sub: "bob" }));

  expect(asked).toBe(1);
});

describe("SECURITY 25: a token is refused", () => {
  it.each([
    { what: "of another issuer", claims: { iss: "https://login.example.com" }, because: "unknown" },
    {
      what: "for somebody else",
      claims: { aud: "https://other.example.com" },
      because: "not-for-us",
    },
    { what: "for nobody", claims: { aud: undefined }, because: "not-for-us" },
    { what: "that has expired", claims: { exp: now - 60 }, because: "expired" },
    { what: "that never ends", claims: { exp: undefined }, because: "not-for-us" },
    { what: "that is not valid yet", claims: { nbf: now + 60 }, because: "not-for-us" },
    { what: "about nobody", claims: { sub: undefined }, because: "not-for-us" },
  ])("$what", async ({ claims, because }) => {
    // The issuer is reported only if it is a known one.
    const whose = because === "unknown" ? {} : { issuer: "login" };
    expect(await recognize(await token(claims))).toEqual({ kind: "refused", because, ...whose });
  });

  it.each([
    { what: "about the empty text", claims: { sub: "" } },
    { what: "about half of a character", claims: { sub: "ada\ud800" } },
    { what: "about somebody with an endless name", claims: { sub: "a".repeat(256) } },
    { what: "with an endless tenant", claims: { tid: "n".repeat(256) } },
    { what: "about somebody with a zero byte", claims: { sub: "ada\0" } },
    { what: "about somebody with a new line", claims: { sub: "ada\nbob" } },
    { what: "with a tenant that has a zero byte", claims: { tid: "north\0" } },
    { what: "with a tenant that has half of a character", claims: { tid: "\udc00" } },
    { what: "with a tenant that is a number", claims: { tid: 7 } },
    { what: "with several tenants", claims: { tid: ["north", "south"] } },
    { what: "with a tenant without a name", claims: { tid: "" } },
  ])("$what, because its owner is unclear", async ({ claims }) => {
    expect(await recognize(await token(claims))).toEqual({ kind: "refused", because: "malformed" });
  });

  it.each(["logout+jwt", "secevent+jwt", "dpop+jwt", "id+jwt", ""])(
    "of another type: %j",
    async (typ) => {
      const refusal = { kind: "refused", because: "not-for-us", issuer: "login" };

      expect(await recognize(await token({}, { typ }))).toEqual(refusal);
    },
  );

  it("signed with another key", async () => {
    expect(await recognize(await token({}, { key: theirs }))).toEqual({
      kind: "refused",
      because: "forged",
      issuer: "login",
    });
  });

  it("without a signature", async () => {
    const usual = { iss: issuer, aud: audience, sub: "ada", exp: now + 60 };
    const unsigned = new UnsecuredJWT(usual).encode();

    expect(await recognize(unsigned)).toMatchObject({ kind: "refused" });
  });

  it("signed with the public key as an HMAC secret", async () => {
    const secret = new TextEncoder().encode("a public key that everybody knows, used as a secret");
    const usual = { iss: issuer, aud: audience, sub: "ada", exp: now + 60 };
    const forged = await new SignJWT(usual).setProtectedHeader({ alg: "HS256" }).sign(secret);

    expect(await recognize(forged)).toMatchObject({ kind: "refused", because: "forged" });
  });

  it.each(["a.b.c", `${"a".repeat(20_000)}.b.c`])("that is unreadable", async (text) => {
    expect(await recognize(text)).toEqual({ kind: "refused", because: "malformed" });
  });
});

it("does not blame the token when the keys are unavailable", async () => {
  const alone = createJsonWebTokens([login], {
    clock,
    fetch: () => Promise.reject(new Error("no way there")),
  });

  expect(await alone(await token())).toEqual({ kind: "unavailable", issuer: "login" });
});

it("ignores other kinds of tokens", async () => {
  expect(await recognize("tck_abc")).toBeUndefined();
});
