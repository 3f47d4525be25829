import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import type { ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, own, parseJson } from "../../../packages/sdk/src/index.ts";
import type { LoginManners } from "./login-issuer.ts";

/** A token in its parts. The algorithm of the header is the one it is signed with. */
export interface TokenParts {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether an attacker's key signs it, and is in the header. Default: the issuer's own. */
  readonly forged?: "yes" | "with its key";
}

export type RewriteToken = (token: TokenParts) => TokenParts;

interface Rewriting {
  readonly manners: LoginManners;
  readonly privateKey: KeyObject;
  readonly issued: string[];
}

/** Replaces tokens in the answer of the token endpoint. */
export function rewriting(response: ServerResponse, parts: Rewriting): ServerResponse {
  const end = response.end.bind(response);
  const { manners, privateKey, issued } = parts;
  const rewritten = (text: string): string => {
    const answer = parseJson(text);
    if (!isJsonObject(answer)) return text;
    const rewrites = { id_token: manners.rewrite, access_token: manners.rewriteAccess };
    const tokens = Object.entries(rewrites).flatMap(([name, rewrite]) => {
      const token = own(answer, name);
      if (typeof token !== "string") return [];
      if (typeof rewrite === "string") return [[name, rewrite]];
      return [[name, rewrite === undefined ? token : signed(rewrite(partsOf(token)), privateKey)]];
    });
    issued.push(...tokens.map(([, token = ""]) => token));
    return JSON.stringify({ ...answer, ...Object.fromEntries(tokens) });
  };
  return Object.assign(response, {
    end: (chunk: unknown) => {
      const body = rewritten(String(chunk));
      if (!response.headersSent) response.setHeader("content-length", Buffer.byteLength(body));
      return end(body);
    },
  });
}

function partsOf(token: string): TokenParts {
  const [header = {}, claims = {}] = token.split(".").map((part) => {
    try {
      const value = parseJson(Buffer.from(part, "base64url").toString("utf8"));
      return isJsonObject(value) ? value : {};
    } catch {
      return {};
    }
  });
  return { header, claims };
}

function signed({ header: given, claims, forged }: TokenParts, ofIssuer: KeyObject): string {
  const theirs = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...theirs.publicKey.export({ format: "jwk" }) };
  const header = forged === "with its key" ? { ...given, jwk } : given;
  const text = [header, claims].map((part) => encoded(JSON.stringify(part))).join(".");
  if (given["alg"] === "none") return `${text}.`;
  if (given["alg"] === "HS256") {
    // The public key as a shared secret: what a verifier that trusts the header would take.
    const secret = createPublicKey(ofIssuer).export({ type: "spki", format: "pem" });
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  }
  const key = forged === undefined ? ofIssuer : theirs.privateKey;
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}
