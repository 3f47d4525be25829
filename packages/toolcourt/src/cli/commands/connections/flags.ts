import {
  clientProofs,
  connectionKinds,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import type { OpenedInput } from "../../actions.ts";
import { configFlag, type Values } from "../../command.ts";

/**
 * All flags of a connection. Tokens come from files or standard input, never from the command line.
 */
export const connectionFlags = {
  config: configFlag,
  json: { type: "switch", summary: "Print one JSON value and nothing else" },
  kind: {
    type: "text",
    value: "kind",
    summary: "How its credential comes about",
    choices: connectionKinds,
  },
  origin: {
    type: "list",
    value: "origin",
    summary: "Where its credential may go, such as https://api.example.com; once or more",
  },
  owner: { type: "text", value: "id", summary: "The principal whose it is (default: local)" },
  tenant: { type: "text", value: "name", summary: "The tenant that it belongs to" },
  shared: { type: "switch", summary: "Everybody of the tenant may use it" },
  level: {
    type: "list",
    value: "name=value",
    summary: "What it may reach, by level, such as subscription=… or resource-group=any",
  },
  tier: { type: "list", value: "tier", summary: "A tier that it is authorized for" },
  expiresAt: { type: "text", value: "time", summary: "When it ends, such as 2027-01-31T00:00:00Z" },
  token: {
    type: "text",
    value: "file",
    summary: "The file that holds its token, or - to pipe it (at a terminal: asked for)",
  },
  tokenFile: {
    type: "text",
    value: "file",
    summary: "The file that its token is read from whenever it is used",
  },
  tokenHeader: {
    type: "text",
    value: "name",
    summary: "The header of its token (default: Authorization, behind the word Bearer)",
  },
  header: {
    type: "list",
    value: "name=file",
    summary: "A header, and the file that holds its value, or -",
  },
  issuer: { type: "text", value: "url", summary: "The issuer of its tokens" },
  authorizeUrl: { type: "text", value: "url", summary: "Where a person authorizes it" },
  tokenUrl: { type: "text", value: "url", summary: "Where its tokens are granted" },
  revokeUrl: { type: "text", value: "url", summary: "Where its tokens are revoked" },
  clientId: { type: "text", value: "id", summary: "What its provider calls us" },
  clientSecret: {
    type: "text",
    value: "file",
    summary: "The file of the client's secret, or - (at a terminal: asked for)",
  },
  clientProof: {
    type: "text",
    value: "way",
    summary: "How the client proves who it is (default: basic, or none without a secret)",
    choices: clientProofs,
  },
  scope: { type: "text", value: "text", summary: "The scopes that are asked for, between blanks" },
  resource: { type: "text", value: "url", summary: "What the tokens are for (RFC 8707)" },
  private: {
    type: "switch",
    summary: "Its provider may lie in a network of one's own, this machine included",
  },
  port: {
    type: "text",
    value: "port",
    summary: "Where the answer of the provider is waited for, on this machine (default: any)",
  },
  url: { type: "text", value: "url", summary: "With test: an address to ask, once, with GET" },
} as const;

export type ConnectionFlags = Values<typeof connectionFlags>;

/** The input of every action on connections. */
export type ConnectionsInput = OpenedInput<typeof connectionFlags, OpenedConnections>;
