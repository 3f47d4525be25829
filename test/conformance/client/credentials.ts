import { randomBytes } from "node:crypto";
import { type JsonObject, own } from "@toolcourt/sdk";
import { Refusal } from "../../../packages/contracts/src/errors/refusal.ts";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { createSignIn } from "../../../packages/gateway/src/boundary/connections/authorize.ts";
import { readClientKey } from "../../../packages/gateway/src/boundary/connections/client-key.ts";
import {
  createLogIn,
  type LoggingIn,
  type LogInDeps,
} from "../../../packages/gateway/src/boundary/connections/log-in.ts";
import { createProviderClient } from "../../../packages/gateway/src/boundary/connections/provider.ts";
import type { KnownClient } from "../../../packages/gateway/src/boundary/connections/register-client.ts";
import type { Provider } from "../../../packages/gateway/src/boundary/connections/settings.ts";
import { createSignInDevice } from "../../../packages/gateway/src/boundary/connections/sign-in-device.ts";
import type { Credential } from "../../../packages/gateway/src/boundary/egress/request-headers.ts";
import {
  createHoldSecret,
  withPrefix,
} from "../../../packages/gateway/src/boundary/secrets/secret.ts";
import { openProviderDoors } from "../../../packages/gateway/src/compose/open-connections.ts";
import type { CredentialSource } from "../../../packages/gateway/src/upstreams/connection.ts";

/** The suite's document that describes a client by its address. */
const document = "https://conformance-test.local/client-metadata.json";
const maxLogins = 3;

/** What the suite tells a client about a scenario. */
interface Scene {
  readonly scenario: string;
  readonly context: JsonObject;
}

/** The credential of the client program, which logs in whenever the server demands it. */
export class Credentials implements CredentialSource, AsyncDisposable {
  readonly #server: URL;
  readonly #scenario: string;
  readonly #context: JsonObject;
  readonly #holdSecret = createHoldSecret(randomBytes(32));
  readonly #doors = openProviderDoors({ clock: systemClock, random: () => 0 });
  #credential: Credential;
  #before: Provider | undefined;
  #logins = 0;
  #demanded: string | undefined;

  constructor(server: URL, { scenario, context }: Scene) {
    this.#server = server;
    this.#scenario = scenario;
    this.#context = context;
    this.#credential = { headers: {}, origins: [server.origin] };
  }

  readonly current = async (): Promise<Credential> => this.#credential;

  readonly refused = async (refused: Credential): Promise<void> => {
    if (refused === this.#credential && this.#logins < maxLogins) await this.#logIn();
  };

  /** A person consents to more scopes, so the request ends here and is made again. */
  readonly stepUp: CredentialSource["stepUp"] = async (_credential, scopes) => ({
    isWider: false,
    scopes,
  });

  readonly denied = (because: "token" | "scope", scopes: readonly string[]): Refusal => {
    this.#demanded = because === "scope" ? scopes.join(" ") : undefined;
    return new Refusal("connection-missing", {});
  };

  /** Repeats work with more scopes if the server demands them. */
  async steppingUp<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const demanded = this.#demanded;
      this.#demanded = undefined;
      if (demanded === undefined || this.#logins >= maxLogins) throw error;
      await this.#logIn(demanded);
      return this.steppingUp(work);
    }
  }

  /** Logs in as `toolcourt connections login` does. The person consents to everything. */
  async #logIn(scope?: string): Promise<void> {
    this.#logins += 1;
    const { provider, granted } = await createLogIn(this.#deps())({
      server: this.#server,
      scope,
      issuer: textAt(this.#context, "issuer"),
      client: this.#client(),
      before: this.#before,
      isPrivate: false,
      way: this.#way(),
      port: 0,
      show: consent,
      signal: AbortSignal.timeout(30_000),
    });
    this.#before = provider;
    const authorization = withPrefix(granted.accessToken, "Bearer ");
    this.#credential = { headers: { authorization }, origins: [this.#server.origin] };
  }

  #deps(): LogInDeps {
    const { door } = this.#doors;
    const common = { clock: systemClock, holdSecret: this.#holdSecret };
    const client = createProviderClient({ door, randomBytes, ...common });
    const signIn = createSignIn({ client, randomBytes, ...common });
    return {
      door,
      client,
      ...common,
      signIn,
      signInDevice: createSignInDevice({ client, ...common }),
    };
  }

  /** Scenarios of the extensions have credentials for logins without a person. */
  #way(): LoggingIn["way"] {
    const idToken = textAt(this.#context, "idp_id_token");
    if (idToken === undefined)
      return this.#scenario.includes("client-credentials") ? "client" : "browser";
    const provider = {
      issuer: textAt(this.#context, "idp_issuer") ?? "",
      tokenUrl: textAt(this.#context, "idp_token_endpoint") ?? "",
      clientId: textAt(this.#context, "idp_client_id") ?? "",
      clientProof: "none",
      isPrivate: true,
    } as const;
    return { provider, idToken: this.#holdSecret(idToken) };
  }

  #client(): KnownClient {
    const id = textAt(this.#context, "client_id") ?? document;
    const key = readClientKey(textAt(this.#context, "private_key_pem") ?? "");
    if (key !== undefined) return { id, secret: this.#holdSecret(key.text), proof: "jwt" };
    const secret = textAt(this.#context, "client_secret");
    return { id, ...(secret !== undefined && { secret: this.#holdSecret(secret) }) };
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#doors[Symbol.asyncDispose]();
  }
}

/** The authorization server consents at once, and redirects to our listener. */
function consent(text: string): void {
  const address = /^http\S+$/m.exec(text)?.[0];
  if (address !== undefined) void fetch(address).catch(() => undefined);
}

function textAt(context: JsonObject, key: string): string | undefined {
  const value = own(context, key);
  return typeof value === "string" ? value : undefined;
}
