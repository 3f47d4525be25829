import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { hear, type RegisteredHost, wordsType } from "./words.ts";

const now = Date.UTC(2026, 10, 1, 12);
const clock = { now: () => now };
const ada = { id: "desk:ada" };
const { publicKey, privateKey } = await generateKeyPair("EdDSA");
const other = await generateKeyPair("EdDSA");
const hosts: readonly RegisteredHost[] = [{ id: "desk", key: await exportJWK(publicKey) }];
const text = "Send the report to bob@example.com.";

interface Said {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly typ?: string;
  readonly key?: typeof privateKey;
  readonly until?: number;
}

function signed({ claims, typ = wordsType, key = privateKey, until = now + 60_000 }: Said = {}) {
  return new SignJWT({ text, ...claims })
    .setProtectedHeader({ alg: "EdDSA", typ })
    .setIssuer("desk")
    .setSubject(ada.id)
    .setJti("n-1")
    .setExpirationTime(Math.floor(until / 1_000))
    .sign(key);
}

const heardAs = async (token: string, principal: Parameters<typeof hear>[1] = ada) =>
  hear({ kind: "signed", token }, principal, { hosts, clock });

describe("the words of a person", () => {
  it("are the person's if a registered host signed them", async () => {
    expect(await heardAs(await signed())).toEqual({ text, origin: "user" });
  });

  it("are claimed if the client alone states them, and the person's if typed with us", async () => {
    const deps = { hosts, clock };

    expect(await hear({ kind: "claimed", text }, ada, deps)).toEqual({ text, origin: "claimed" });
    expect(await hear({ kind: "typed", text }, ada, deps)).toEqual({ text, origin: "user" });
  });

  it.each<readonly [string, Said]>([
    ["another key", { key: other.privateKey }],
    ["another type, such as a token for access", { typ: "at+jwt" }],
    ["an end in the past", { until: now - 60_000 }],
    ["no text", { claims: { text: 7 } }],
    ["another tenant", { claims: { tenant: "north" } }],
    ["too long a text", { claims: { text: "a".repeat(40_000) } }],
    ["another host", { claims: { iss: "shop" } }],
  ])("are not heard with %s", async (_what, said) => {
    const { claims = {} } = said;
    const token =
      claims["iss"] === undefined
        ? await signed(said)
        : await new SignJWT({ text })
            .setProtectedHeader({ alg: "EdDSA", typ: wordsType })
            .setIssuer("shop")
            .setSubject(ada.id)
            .setJti("n-1")
            .setExpirationTime("1m")
            .sign(privateKey);

    expect(await heardAs(token)).toBeUndefined();
  });

  it("are not heard for another principal or tenant, nor unsigned", async () => {
    const unsigned = new UnsecuredJWT({ text }).setIssuer("desk").setSubject(ada.id).encode();

    expect(await heardAs(await signed(), { id: "desk:bob" })).toBeUndefined();
    expect(await heardAs(await signed(), { ...ada, tenant: "north" })).toBeUndefined();
    expect(await heardAs(unsigned)).toBeUndefined();
  });

  it("are heard for the tenant that the host names", async () => {
    const token = await signed({ claims: { tenant: "north" } });

    expect(await heardAs(token, { ...ada, tenant: "north" })).toEqual({ text, origin: "user" });
  });
});
