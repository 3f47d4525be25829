import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** An attacker with a key that no issuer has published. */
export interface Forger {
  /** The public half of the key. */
  readonly jwk: JWK;
  readonly sign: (claims: JWTPayload, header: Readonly<Record<string, unknown>>) => Promise<string>;
}

export async function createForger(): Promise<Forger> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    jwk: await exportJWK(publicKey),
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }).sign(privateKey),
  };
}
