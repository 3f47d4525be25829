import { createPrivateKey, type JsonWebKeyInput, type KeyObject } from "node:crypto";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";

/** Our private key at a provider, in the form in which it is sealed. */
export interface ClientKey {
  /** PKCS #8 in base64, on one line. */
  readonly text: string;
  /** The name of the key at the provider. Default: the provider finds the key. */
  readonly keyId?: string;
}

const minRsaBits = 2_048;

/** Reads a key of PEM without a password, or of JWK. Undefined if it cannot sign for us. */
export function readClientKey(text: string): ClientKey | undefined {
  const written = jwkIn(text);
  const key = privateKeyOf(written ?? text);
  if (key === undefined || algorithmOf(key) === undefined) return undefined;
  const keyId = written && own(written, "kid");
  const der = key.export({ format: "der", type: "pkcs8" });
  return {
    text: der.toString("base64"),
    ...(typeof keyId === "string" && keyId !== "" && { keyId }),
  };
}

/** Opens a key that was sealed. */
export function openClientKey(text: string): {
  readonly key: KeyObject;
  readonly algorithm: string;
} {
  const der = Buffer.from(text, "base64");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const algorithm = algorithmOf(key);
  if (algorithm === undefined) throw new TypeError("a client key of another kind was stored");
  return { key, algorithm };
}

/** Returns the one algorithm for the kind of key. Undefined for a kind that we do not use. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === "ec" && namedCurve === "prime256v1") return "ES256";
  if (asymmetricKeyType === "rsa" && modulusLength >= minRsaBits) return "RS256";
  return asymmetricKeyType === "ed25519" ? "EdDSA" : undefined;
}

/** The library's errors could quote the key, so none is passed on. */
function privateKeyOf(written: string | JsonWebKeyInput["key"]): KeyObject | undefined {
  try {
    return typeof written === "string"
      ? createPrivateKey(written)
      : createPrivateKey({ key: written, format: "jwk" });
  } catch {
    return undefined;
  }
}

function jwkIn(text: string): Record<string, string> | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return undefined;
    const texts = Object.entries(value).flatMap(([name, each]) =>
      typeof each === "string" ? [[name, each] as const] : [],
    );
    return Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}
