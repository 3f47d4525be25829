import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Connections } from "@toolcourt/gateway/internal/boundary/connections/connections";
import { createHoldSecret, type Secret } from "@toolcourt/gateway/internal/boundary/secrets/secret";
import { openConfiguredEgress } from "@toolcourt/gateway/internal/compose/open-egress";
import {
  type Gateway,
  type GatewayDeps,
  openGateway,
} from "@toolcourt/gateway/internal/compose/open-gateway";
import type { Outside } from "@toolcourt/gateway/internal/compose/open-tool-set";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import type { CheckedResult, IncomingCall } from "@toolcourt/gateway/internal/pipeline/call";
import { isQuestion } from "@toolcourt/gateway/internal/pipeline/call";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { onTestFinished } from "vitest";
import { incomingCall, noAbort } from "./calls.ts";

const holdSecret = createHoldSecret(new Uint8Array(32));

/** Creates a secret for tests that send one. */
export function secretOf(value: string): Secret {
  return holdSecret(value);
}

/**
 * Creates a connection with one token, usable by all principals. The test's differences replace
 * members.
 */
function connectionOf(
  origin: string,
  token: string,
  differences: Partial<Connections> = {},
): Connections {
  const credential = { headers: { authorization: secretOf(`Bearer ${token}`) }, origins: [origin] };
  return {
    nameOf: async (named) => named,
    use: async ({ connection }) => ({ id: `id-of-${connection}`, tenant: "", origins: [origin] }),
    credential: async () => credential,
    refused: async () => undefined,
    stepUp: async (_usable, _credential, scopes) => ({ isWider: false, scopes }),
    ...differences,
  };
}

/** A file with one tool, which reads a thing of the shop. */
export const thingTools = `tools:
  - name: get-thing
    description: Returns one thing of the shop by its number, with its name.
    get: /things/{id}
    input: { id: { type: integer, description: The number of the thing. } }
    output:
      type: object
      properties: { name: { type: string, description: Its name. } }
      required: [name]
      additionalProperties: false
`;

export interface HttpGatewayOptions {
  /** Origin of the API. */
  readonly origin: string;
  /** Text of the tool file. */
  readonly tools: string;
  /** Overridden keys of the set. Default: none. */
  readonly set?: JsonObject;
  /** Overridden keys of `egress`. Default: none. */
  readonly egress?: JsonObject;
  readonly toolbox?: JsonObject;
  readonly outside?: Partial<Outside>;
  readonly deps?: Partial<GatewayDeps>;
}

export interface HttpGateway {
  readonly gateway: Gateway;
  readonly lines: readonly string[];
  readonly call: (
    tool: string,
    given?: JsonValue,
    more?: Partial<IncomingCall>,
  ) => Promise<CheckedResult>;
}

function random(): number {
  return 0.5;
}

/** Opens a gateway with one set of HTTP tools, named `shop`, for an API on this machine. */
export async function openHttpGateway(options: HttpGatewayOptions): Promise<HttpGateway> {
  const { origin, tools, set = {}, egress = {}, toolbox = {} } = options;
  const lines: string[] = [];
  const allow = [{ origin, methods: ["GET", "POST"], addresses: "loopback" }];
  const shop = { name: "shop", tools: "shop.yaml", base: origin, connection: "shop", ...set };
  const file = { toolbox: { http: [shop], ...toolbox }, egress: { allow, ...egress } };
  const config = loadConfig(JSON.stringify(file), { file: "t.yaml", environment: {} });
  const place = { clock: systemClock, random, randomBytes: (n: number) => new Uint8Array(n) };
  const door = await openConfiguredEgress(config.egress, { ...place, folder: "." });
  onTestFinished(() => door[Symbol.asyncDispose]());
  const outside: Outside = {
    egress: door,
    connections: connectionOf(origin, "t-secret-token-of-the-shop"),
    readText: async () => tools,
    ...options.outside,
  };
  let ids = 0;
  const gateway = await openGateway(config, {
    clock: systemClock,
    random,
    write: ({ level, sentence }) => void lines.push(`${level}: ${sentence}`),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    searchPath: "",
    local: [],
    overlayOf: () => undefined,
    lock: undefined,
    saveLock: async () => undefined,
    frozen: false,
    outside,
    ...options.deps,
  });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  return {
    gateway,
    lines,
    call: async (tool, given = {}, more = {}) => {
      const answer = await gateway.callTool(
        incomingCall({ tool, arguments: given, ...more }),
        noAbort,
      );
      if (isQuestion(answer)) throw new TypeError("Nobody was expected to be asked.");
      return answer;
    },
  };
}

/** Returns the code of a call's refusal, or `answered`. */
export function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "answered",
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return error.code;
    },
  );
}
