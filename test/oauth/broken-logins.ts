import type { TestProvider } from "../../packages/testing/src/oauth-provider.ts";
import type { ProtectedServer } from "../../packages/testing/src/protected-server.ts";
import type { Target } from "../../packages/testing/src/target.ts";
import { today } from "../../packages/testing/src/terminal.ts";

/** A server, its issuer, and an address that belongs to neither. */
export interface BreakableWorld {
  readonly provider: TestProvider;
  readonly server: ProtectedServer;
  /** An address to which everything could be led. */
  readonly elsewhere: Target;
}

export type Person = (address: string, world: BreakableWorld) => Promise<unknown>;

type Breaks = (world: BreakableWorld) => void;

/** One way in which a login goes wrong, and what the operator reads. */
export interface BrokenLogin {
  readonly what: string;
  /** Breaks a world in which the login works. Default: nothing, only the person differs. */
  readonly broken?: Breaks;
  /** Default: the person consents. */
  readonly person?: Person;
  readonly text: string;
}

const issuerText = "the answer is not from the expected issuer";
const unreachable = "the provider cannot be reached, or its address is not allowed";
const denied = "the provider or its user denied access";
const scope = "the provider does not know or does not grant the scopes; choose others with --scope";
const unreadable = "the answer of the provider is not valid OAuth";
const elsewhereText = "the issuer names endpoints of another origin";
const noPkce = "the provider does not announce PKCE with S256";
const metadata = "/.well-known/openid-configuration";

const urlOf = ({ elsewhere }: BreakableWorld): string => `http://127.0.0.1:${elsewhere.port}/taken`;

function says(more: (world: BreakableWorld) => Readonly<Record<string, unknown>>): Breaks {
  return (world) => {
    world.provider.manners.said = { ...world.provider.manners.said, ...more(world) };
  };
}

function redirected(path: string): Breaks {
  return (world) => {
    world.provider.manners.redirects = { [path]: urlOf(world) };
  };
}

function granted(odd: Readonly<Record<string, unknown>>): Breaks {
  return ({ provider }) => {
    provider.manners.odd = odd;
  };
}

/** Sends the browser back with this answer. */
function answering(more: (world: BreakableWorld) => Readonly<Record<string, string>>): Person {
  return (address, world) => {
    const { searchParams: asked } = new URL(address);
    const back = new URL(asked.get("redirect_uri") ?? "");
    const answer = { state: asked.get("state") ?? "", ...more(world) };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return fetch(back);
  };
}

export const brokenLogins: readonly BrokenLogin[] = [
  {
    what: "the server's metadata is redirected",
    broken: (world) => {
      world.server.manners.redirect = urlOf(world);
    },
    text: unreachable,
  },
  { what: "the issuer's metadata is redirected", broken: redirected(metadata), text: unreachable },
  { what: "the registration is redirected", broken: redirected("/register"), text: unreachable },
  { what: "the token endpoint redirects", broken: redirected("/token"), text: unreachable },
  {
    what: "the server names a resource that is another's",
    broken: ({ server }) => {
      server.manners.said = { resource: "https://other.example/mcp" };
    },
    text: "the server names a resource that is not its own address",
  },
  {
    what: "the server names an issuer without TLS",
    broken: ({ server }) => {
      server.manners.said = { authorization_servers: ["http://login.example"] };
    },
    text: issuerText,
  },
  {
    what: "the metadata lies about its issuer",
    broken: says(() => ({ issuer: "https://other.example" })),
    text: issuerText,
  },
  {
    what: "the token endpoint is another issuer's",
    broken: says((world) => ({ token_endpoint: urlOf(world) })),
    text: elsewhereText,
  },
  {
    what: "the authorization endpoint is another issuer's",
    broken: says((world) => ({ authorization_endpoint: urlOf(world) })),
    text: elsewhereText,
  },
  {
    what: "PKCE is not announced",
    broken: says(() => ({ code_challenge_methods_supported: undefined })),
    text: noPkce,
  },
  {
    what: "PKCE is only plain",
    broken: says(() => ({ code_challenge_methods_supported: ["plain"] })),
    text: noPkce,
  },
  {
    what: "the answer names another issuer",
    person: answering(() => ({ code: "code-0", iss: "https://other.example" })),
    text: issuerText,
  },
  {
    what: "the answer names no issuer, although it was announced",
    person: answering(() => ({ code: "code-0" })),
    text: issuerText,
  },
  {
    what: "the person denies",
    person: answering(({ provider }) => ({ error: "access_denied", iss: provider.issuer })),
    text: denied,
  },
  {
    what: "the scope is refused at the redirect",
    person: answering(({ provider }) => ({ error: "invalid_scope", iss: provider.issuer })),
    text: scope,
  },
  {
    what: "the scope is refused at the token endpoint",
    broken: ({ provider }) => {
      provider.manners.trouble = { status: 400, error: "invalid_scope" };
    },
    text: scope,
  },
  {
    what: "the token endpoint fails",
    broken: ({ provider }) => {
      provider.manners.trouble = { status: 500, error_description: "secret-words" };
    },
    text: unreachable,
  },
  {
    what: "the token is of another kind",
    broken: granted({ token_type: "mac" }),
    text: unreadable,
  },
  { what: "the token is too short", broken: granted({ access_token: "a" }), text: unreadable },
  {
    what: "the registered client ended before our clock, which may be ahead",
    broken: ({ provider }) => {
      provider.manners.client = { client_secret_expires_at: today / 1_000 - 1 };
    },
    text: "the provider registered a client that has expired already; compare the clocks",
  },
];
