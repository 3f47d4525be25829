import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createHoldSecret } from "../secrets/secret.ts";
import { readClientKey } from "./client-key.ts";
import { proofOf } from "./client-proof.ts";

const holdSecret = createHoldSecret(Buffer.alloc(32));
const issuer = "https://issuer.example";

/** Returns what a provider receives. */
async function sent(key: KeyObject, clock = createFakeClock(), keyId?: string) {
  const pem = key.export({ format: "pem", type: "pkcs8" }).toString();
  const { text = "" } = readClientKey(pem) ?? {};
  const provider = { clientProof: "jwt", ...(keyId !== undefined && { keyId }) } as const;
  const prove = proofOf(provider, holdSecret(text), { clock, randomBytes });
  const [body, headers] = [new URLSearchParams(), new Headers()];
  await prove({ issuer }, { client_id: "gateway" }, body, headers);
  return { body, headers: [...headers], text };
}

describe("private_key_jwt", () => {
  it.each([
    ["ES256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
    ["RS256", generateKeyPairSync("rsa", { modulusLength: 2_048 })],
    ["EdDSA", generateKeyPairSync("ed25519")],
  ])("signs with %s for the issuer, for one minute by our clock", async (alg, pair) => {
    const clock = createFakeClock();
    await clock.advance(90_500);
    const { body, headers, text } = await sent(pair.privateKey, clock, "key-7");

    const { payload, protectedHeader } = await jwtVerify(
      body.get("client_assertion") ?? "",
      pair.publicKey,
      { currentDate: new Date(clock.now()) },
    );

    const now = Math.floor(clock.now() / 1_000);
    expect(protectedHeader).toEqual({ alg, kid: "key-7" });
    const { jti, ...claims } = payload;
    expect(jti).toMatch(/^[\w-]{22}$/);
    expect(claims).toEqual({
      iss: "gateway",
      sub: "gateway",
      aud: issuer,
      iat: now,
      exp: now + 60,
    });
    expect(headers).toEqual([]);
    expect(body.toString()).not.toContain(encodeURIComponent(text).slice(0, 80));
  });

  it("never uses an assertion twice", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");

    const [first, second] = [await sent(privateKey), await sent(privateKey)];

    expect(first.body.get("client_assertion")).not.toBe(second.body.get("client_assertion"));
  });
});
