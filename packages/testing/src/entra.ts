import { hash, type KeyObject, X509Certificate } from "node:crypto";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Lookup } from "@toolcourt/gateway/internal/boundary/egress/address";
import type { Dial } from "@toolcourt/gateway/internal/boundary/egress/connector";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { createCertificate } from "./certificate.ts";
import { openTarget } from "./target.ts";

export const entraTenant = "11111111-2222-3333-4444-555555555555";
export const entraClient = { id: "gateway-app", secret: "entra-secret-canary-71c3" };

/** What the application has registered. Every member can change while it runs. */
export interface EntraManners {
  /** The certificate of the client, PEM. Default: it has none. */
  certificate?: string | undefined;
  /** The key of the issuer that may vouch for the client. Default: none may. */
  federated?: KeyObject | undefined;
  /** Judges the token of a caller. Default: it accepts none. */
  accepts?: ((token: string) => boolean) | undefined;
  /** Answers to a device before it gets a token, in order. Default: none. */
  pending?: string[] | undefined;
}

/** A stand-in for Microsoft Entra ID, as strict as the original about parameters and proofs. */
export interface TestEntra extends AsyncDisposable {
  readonly manners: EntraManners;
  /** Leads connections to the named hosts to this machine. */
  readonly dial: Dial;
  readonly lookup: Lookup;
  /** The host, the path and the parameters of each request. */
  readonly requested: readonly EntraRequest[];
  readonly granted: readonly string[];
  /** Consents as a person in a browser would. Returns the status at the redirect. */
  readonly sayYes: (address: string) => Promise<number>;
}

export interface EntraRequest {
  readonly host: string;
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

const hosts = [
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
];

/** Opens a provider with one tenant. */
export async function openEntra(tenant = entraTenant): Promise<TestEntra> {
  const manners: EntraManners = {};
  const requested: EntraRequest[] = [];
  const granted: string[] = [];
  const codes = new Map<string, string>();
  const certificate = createCertificate(...hosts);
  const answer = createAnswer({ tenant, manners, granted, codes });
  const target = await openTarget((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const { host = "" } = request.headers;
      const asked = { host, path: request.url ?? "", body: bodyOf(text) };
      requested.push(asked);
      void answer(asked).then(({ status, ...body }) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body)),
      );
    });
  }, certificate);
  return {
    manners,
    requested,
    granted,
    lookup: async () => ["20.190.128.1"],
    dial: createDial({ port: target.port, ca: certificate.cert }),
    sayYes: async (address) => {
      const asked = new URL(address).searchParams;
      if (asked.get("code_challenge_method") !== "S256") return 400;
      const code = `code-canary-${codes.size}`;
      codes.set(code, asked.get("code_challenge") ?? "");
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return (await fetch(back)).status;
    },
    [Symbol.asyncDispose]: target[Symbol.asyncDispose],
  };
}

function bodyOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Connects to a port on this machine, whatever address is asked for. */
export function createDial({ port, ca }: { readonly port: number; readonly ca?: string }): Dial {
  return ({ servername }, report) => {
    const place = { host: "127.0.0.1", port };
    const socket: Socket =
      ca === undefined
        ? connectPlain(place, () => report(null, socket))
        : connectTls({ ...place, ca, servername, ALPNProtocols: ["http/1.1"] }, () =>
            report(null, socket),
          );
    socket.on("error", (error) => report(error, null));
  };
}

interface Memory {
  readonly tenant: string;
  readonly manners: EntraManners;
  readonly granted: string[];
  readonly codes: Map<string, string>;
}

type Answered = { readonly status: number } & Readonly<Record<string, unknown>>;

const deviceCode = "device-code-canary-88";

function createAnswer(memory: Memory): (asked: EntraRequest) => Promise<Answered> {
  return async (asked) => {
    const base = `/${memory.tenant}/oauth2/v2.0`;
    // The second version of the endpoint refuses it.
    if (asked.body["resource"] !== undefined) return refused("invalid_request", 400);
    if (asked.body["client_id"] !== entraClient.id) return refused("unauthorized_client", 400);
    if (asked.path === `${base}/devicecode`) return deviceAnswer;
    if (asked.path !== `${base}/token`) return refused("not_found", 404);
    return tokenFor(asked, memory);
  };
}

async function tokenFor(asked: EntraRequest, memory: Memory): Promise<Answered> {
  const judge = judges.get(asked.body["grant_type"] ?? "");
  const error = judge === undefined ? "unsupported_grant_type" : await judge(asked, memory);
  return error === undefined ? grant(asked, memory) : refused(error, 400);
}

function refused(error: string, status: number): Answered {
  return { status, error, error_description: "AADSTS0: with details that no log may have" };
}

const deviceAnswer = {
  status: 200,
  device_code: deviceCode,
  user_code: "ABCDE1234",
  verification_uri: "https://microsoft.com/devicelogin",
  expires_in: 900,
  // Shorter than the original: tests wait for it.
  interval: 0.01,
  message: "To sign in, use a web browser.",
};

function grant({ body }: EntraRequest, { granted }: Memory): Answered {
  const token = `entra-token-canary-${granted.length}`;
  const hasRefresh = body["scope"]?.includes("offline_access") === true;
  const refresh = `entra-refresh-canary-${granted.length}`;
  const isPerson = body["grant_type"] === "authorization_code" || body["device_code"];
  granted.push(token);
  return {
    status: 200,
    access_token: token,
    token_type: "Bearer",
    expires_in: 3_599,
    ...((isPerson || hasRefresh) && { refresh_token: refresh }),
  };
}

type Judge = (asked: EntraRequest, memory: Memory) => Promise<string | undefined>;

const judges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  [
    "client_credentials",
    async (asked, { manners }) => {
      if (!/^\S+\/\.default$/.test(asked.body["scope"] ?? "")) return "invalid_scope";
      return (await isProven(asked, manners)) ? undefined : "invalid_client";
    },
  ],
  [
    "authorization_code",
    async ({ body }, { codes }) => {
      const challenge = hash("sha256", body["code_verifier"] ?? "", "base64url");
      return codes.get(body["code"] ?? "") === challenge ? undefined : "invalid_grant";
    },
  ],
  [
    "urn:ietf:params:oauth:grant-type:device_code",
    async ({ body }, { manners }) =>
      manners.pending?.shift() ?? (body["device_code"] === deviceCode ? undefined : "bad_code"),
  ],
  [
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    async (asked, { manners }) => {
      const { body } = asked;
      if (body["requested_token_use"] !== "on_behalf_of") return "invalid_request";
      if (!(await isProven(asked, manners))) return "invalid_client";
      return manners.accepts?.(body["assertion"] ?? "") === true ? undefined : "invalid_grant";
    },
  ],
]);

async function isProven(asked: EntraRequest, manners: EntraManners): Promise<boolean> {
  const { client_assertion: assertion, client_secret: secret } = asked.body;
  if (assertion === undefined) return secret === entraClient.secret;
  if (asked.body["client_assertion_type"]?.endsWith(":jwt-bearer") !== true) return false;
  const [isCertified, isVouched] = await Promise.all([
    isOfCertificate(assertion, asked, manners.certificate),
    isOfFederation(assertion, manners.federated),
  ]);
  return isCertified || isVouched;
}

/** Wants the thumbprint of the certificate, PS256, and its own token endpoint as the audience. */
async function isOfCertificate(
  assertion: string,
  { host, path }: EntraRequest,
  pem: string | undefined,
): Promise<boolean> {
  if (pem === undefined) return false;
  const certificate = new X509Certificate(pem);
  const { alg, "x5t#S256": thumbprint } = decodeProtectedHeader(assertion);
  if (alg !== "PS256" || thumbprint !== hash("sha256", certificate.raw, "base64url")) return false;
  return jwtVerify(assertion, certificate.publicKey, {
    issuer: entraClient.id,
    subject: entraClient.id,
    audience: `https://${host}${path}`,
    requiredClaims: ["jti", "exp", "nbf"],
    currentDate: new Date(Date.UTC(2026, 10, 1)),
  }).then(
    () => true,
    () => false,
  );
}

const federation = { issuer: "https://cluster.example", audience: "api://AzureADTokenExchange" };

async function isOfFederation(assertion: string, key: KeyObject | undefined): Promise<boolean> {
  if (key === undefined) return false;
  return jwtVerify(assertion, key, { ...federation, currentDate: new Date(0) }).then(
    () => true,
    () => false,
  );
}

/** Builds what the issuer of a cluster says about the gateway. */
export function vouchedBy(
  key: KeyObject,
  { endsAt, id }: { readonly endsAt: number; readonly id: string },
): Promise<string> {
  return new SignJWT({ jti: id })
    .setProtectedHeader({ alg: "ES256" })
    .setIssuer(federation.issuer)
    .setAudience(federation.audience)
    .setSubject("system:serviceaccount:tools:gateway")
    .setExpirationTime(Math.floor(endsAt / 1_000))
    .sign(key);
}
