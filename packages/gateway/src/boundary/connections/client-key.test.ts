import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openClientKey, readClientKey } from "./client-key.ts";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const pem = (key: KeyObject): string => key.export({ format: "pem", type: "pkcs8" }).toString();

describe("readClientKey", () => {
  it.each([
    ["P-256", pem(ec.privateKey), "ES256"],
    ["P-256 as SEC 1", ec.privateKey.export({ format: "pem", type: "sec1" }).toString(), "ES256"],
    ["RSA", pem(rsa.privateKey), "RS256"],
    ["RSA as PKCS #1", rsa.privateKey.export({ format: "pem", type: "pkcs1" }).toString(), "RS256"],
    ["Ed25519", pem(ed.privateKey), "EdDSA"],
    ["a JWK", JSON.stringify(ec.privateKey.export({ format: "jwk" })), "ES256"],
  ])("reads %s, and opens it again", (_kind, text, algorithm) => {
    const { text: sealed = "" } = readClientKey(text) ?? {};

    expect(sealed).toMatch(/^[\w+/]+=*$/);
    expect(openClientKey(sealed).algorithm).toBe(algorithm);
  });

  it("keeps the name of a JWK", () => {
    const jwk = { ...ed.privateKey.export({ format: "jwk" }), kid: "2026-11", use: "sig" };

    expect(readClientKey(JSON.stringify(jwk))?.keyId).toBe("2026-11");
  });

  it.each([
    ["nothing", ""],
    ["a text", "correct horse battery staple"],
    ["JSON of another kind", '["key"]'],
    ["broken JSON", '{"kty":'],
    ["a public key", ec.publicKey.export({ format: "pem", type: "spki" }).toString()],
    ["a public JWK", JSON.stringify(ec.publicKey.export({ format: "jwk" }))],
    [
      "an encrypted key",
      ec.privateKey
        .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "secret" })
        .toString(),
    ],
    [
      "a curve that is not used",
      pem(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey),
    ],
    ["a short RSA key", pem(generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey)],
  ])("does not read %s", (_kind, text) => {
    expect(readClientKey(text)).toBeUndefined();
  });
});
