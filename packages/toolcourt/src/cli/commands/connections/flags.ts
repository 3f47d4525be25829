import {
  presetClouds,
  providerPresets,
} from "@toolcourt/gateway/internal/boundary/connections/presets";
import {
  clientProofs,
  connectionKinds,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import type { OpenedInput } from "../../actions.ts";
import {
  choiceFlag,
  configFlag,
  jsonFlag,
  listFlag,
  switchFlag,
  textFlag,
  type Values,
} from "../../command.ts";

/**
 * All flags of a connection. Tokens come from files or standard input, never from the command line.
 */
export const connectionFlags = {
  config: configFlag,
  json: jsonFlag,
  kind: choiceFlag("kind", connectionKinds, "How it gets its credential"),
  origin: listFlag(
    "origin",
    "An origin that may receive its credential, such as https://api.example.com; repeatable",
  ),
  owner: textFlag("id", "The principal that owns it (default: local)"),
  tenant: textFlag("name", "The tenant that it belongs to"),
  shared: switchFlag("Every principal of the tenant may use it"),
  level: listFlag(
    "name=value",
    "A scope level that it may access, such as subscription=… or resource-group=any",
  ),
  tier: listFlag("tier", "A tier that it is authorized for"),
  expiresAt: textFlag("time", "When it ends, such as 2027-01-31T00:00:00Z"),
  token: textFlag(
    "file",
    "The file that holds its token, or - to pipe it (at a terminal: asked for)",
  ),
  tokenFile: textFlag(
    "file",
    "The file to read its token from at each use, or the client's assertion at each grant",
  ),
  tokenHeader: textFlag(
    "name",
    "The header of its token (default: Authorization, with the prefix Bearer)",
  ),
  header: listFlag("name=file", "A header, and the file that holds its value, or -"),
  provider: choiceFlag(
    "name",
    providerPresets,
    "A known provider, whose addresses and default scopes are filled in",
  ),
  providerTenant: textFlag("id", "With --provider: the id of the tenant there"),
  cloud: choiceFlag("name", presetClouds, "With --provider: its cloud (default: public)"),
  issuer: textFlag("url", "The issuer of its tokens"),
  authorizeUrl: textFlag("url", "Where a person authorizes it"),
  tokenUrl: textFlag("url", "Where its tokens are granted"),
  revokeUrl: textFlag("url", "Where its tokens are revoked"),
  clientId: textFlag("id", "The client id at its provider"),
  clientSecret: textFlag(
    "file",
    "The file of the client's secret, or - (at a terminal: asked for)",
  ),
  clientKey: textFlag(
    "file",
    "The file of the client's private key, PEM or JWK, that only its owner can read",
  ),
  clientCertificate: textFlag(
    "file",
    "The file of the certificate of the private key, PEM; the provider finds the key by it",
  ),
  clientProof: choiceFlag(
    "way",
    clientProofs,
    "Client authentication method (default: basic, or none without a secret)",
  ),
  scope: textFlag("text", "The requested scopes, separated by spaces"),
  resource: textFlag("url", "What the tokens are for (RFC 8707)"),
  audience: textFlag("name", "With --kind exchange: who the tokens are for, as its issuer says"),
  private: switchFlag("Its provider may have a private or loopback address"),
  port: textFlag("port", "The local port for the answer of the provider (default: any)"),
  device: switchFlag("Consent in a browser anywhere, by entering a code"),
  through: textFlag(
    "name",
    "With login --kind id-jag: the login at the identity provider that decides",
  ),
  url: textFlag("url", "With test: a URL to request once, with GET"),
} as const;

export type ConnectionFlags = Values<typeof connectionFlags>;

/** The input of every action on connections. */
export type ConnectionsInput = OpenedInput<typeof connectionFlags, OpenedConnections>;
