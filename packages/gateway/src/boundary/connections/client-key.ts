import {
  createPrivateKey,
  hash,
  type JsonWebKeyInput,
  type KeyObject,
  X509Certificate,
} from "node:crypto";
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

/** What is wrong with the certificate of a key. */
export type CertificateTrouble = "no-certificate" | "other-key" | "not-rsa" | "ended";

/**
 * Reads the certificate of a key, in PEM. Providers find the key by the thumbprint (`x5t#S256`). They
 * take certificates of RSA keys only.
 */
export function readCertificate(
  text: string,
  { key, now }: { readonly key: ClientKey; readonly now: number },
): { readonly thumbprint: string } | CertificateTrouble {
  const certificate = certificateIn(text);
  if (certificate === undefined) return "no-certificate";
  const { key: opened } = openClientKey(key.text);
  if (!certificate.checkPrivateKey(opened)) return "other-key";
  if (opened.asymmetricKeyType !== "rsa") return "not-rsa";
  if (certificate.validToDate.getTime() <= now) return "ended";
  return { thumbprint: hash("sha256", certificate.raw, "base64url") };
}

function certificateIn(text: string): X509Certificate | undefined {
  const [pem] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? [];
  try {
    return pem === undefined ? undefined : new X509Certificate(pem);
  } catch {
    return undefined;
  }
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
