import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  type Connections,
  createConnections,
} from "@toolcourt/gateway/internal/boundary/connections/connections";
import {
  HeldCredentials,
  type OpenCredential,
} from "@toolcourt/gateway/internal/boundary/connections/open-credential";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { SecretRegistry } from "@toolcourt/gateway/internal/boundary/redaction/secret-registry";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { onTestFinished } from "vitest";
import {
  type HttpGateway,
  type HttpGatewayOptions,
  openHttpGateway,
  secretOf,
} from "./http-tools.ts";
import { type Answering, openTarget, type Target } from "./target.ts";

/** Discovery tools, as an operator would write them. */
export const discoveryTools = `tools:
  - name: list-resources
    description: Lists the resources of a subscription with their types, page after page.
    get: /subscriptions/{scope.subscriptionId}/resources
    query: { api-version: "2021-04-01" }
    discovery: { stage: inventory, tier: inventory, scope: [tenantId, subscriptionId] }
    paging: { items: /value, next_link: /nextLink, max_pages: 3, max_items: 100 }
    result: { resources: /value }
    output:
      type: object
      description: What was found.
      properties:
        resources:
          type: array
          description: The resources.
          items: { type: object, description: One., properties: { id: { type: string, description: Its id. } } }
      required: [resources]
      additionalProperties: false
  - name: query-costs
    description: Returns the costs of a subscription by day, as the target counts them.
    post: /subscriptions/{scope.subscriptionId}/costs
    body: { type: ActualCost, timeframe: MonthToDate }
    terms: { effect: read }
    discovery: { stage: cost, tier: cost, scope: [tenantId, subscriptionId] }
    output:
      type: object
      description: What was found.
      properties: { total: { type: number, description: All of it. } }
      required: [total]
      additionalProperties: false
  - name: list-nothing
    description: ""
    get: /nothing
    output: { type: object, properties: {} }
`;

/** Origin of the target. It does not exist: only the gateway's egress can reach it. */
export const targetOrigin = "https://management.example.com";
const gatewayKey = "gateway-key-of-this-test";
export const token = "token-of-this-test-0123456789";

/** Valid arguments. */
export const rightArguments = {
  connection_id: "azure",
  scope: { tenantId: "t1", subscriptionId: "s1" },
  tier: "inventory",
} satisfies JsonObject;

/** Differences from a connection that fits the valid arguments. */
export interface ConnectionDifferences {
  /** Default: `azure`. */
  readonly name?: string;
  /** Default: `token`. */
  readonly token?: string;
  readonly status?: StoredConnection["status"];
  readonly owner?: string;
  readonly expiresAt?: number;
  readonly levels?: JsonObject;
  readonly tiers?: readonly string[];
}

function storedConnection(differences: ConnectionDifferences, row: number): StoredConnection {
  const { name = "azure", status = "active", owner = "ada", expiresAt } = differences;
  const { levels = { tenantId: ["t1"], subscriptionId: ["s1"] } } = differences;
  const { tiers = ["inventory", "cost"] } = differences;
  return {
    id: `c${row + 1}`,
    tenant: "",
    owner,
    name,
    status,
    version: 1,
    settings: {
      kind: "token",
      origins: [targetOrigin],
      users: "owner",
      levels,
      tiers,
      header: "authorization",
      prefix: "Bearer ",
      ...(expiresAt !== undefined && { expiresAt }),
    },
    sealed: {},
    createdAt: 0,
    changedAt: 0,
  };
}

/** Redaction of used secrets, and the hook for opening a credential. */
export interface Credentials {
  readonly registry: Pick<SecretRegistry, "hold">;
  readonly openCredential?: OpenCredential;
}

const notExchanged = (): never => {
  throw new Error("Nothing here is exchanged.");
};
const noExchange = {
  check: notExchanged,
  credential: notExchanged,
  refused: notExchanged,
  stepUp: notExchanged,
};

/** Creates the gateway's connections over these rows. */
function connectionsWith(
  all: readonly ConnectionDifferences[],
  { registry, openCredential }: Credentials,
): Connections {
  const rows = all.map(storedConnection);
  const tokens = new Map(rows.map(({ id }, row) => [id, all[row]?.token ?? token]));
  const held = new HeldCredentials(registry);
  const opening: OpenCredential = async ({ stored: { id } }) => {
    const own = tokens.get(id) ?? "";
    const headers = { authorization: secretOf(`Bearer ${own}`) };
    const opened = { stamp: "1", generation: 1, credential: { headers, origins: [targetOrigin] } };
    return held.find(id, "1") ?? held.keep(id, opened, [secretOf(own)]);
  };
  return createConnections({
    store: {
      find: async (wanted) => rows.find(({ id }) => id === wanted),
      list: async (wanted) =>
        rows.filter(({ name, tenant }) => name === wanted.name && tenant === wanted.tenant),
    },
    clock: systemClock,
    held,
    openCredential: openCredential ?? opening,
    renew: () => Promise.reject(new Error("Nothing here can be renewed.")),
    stepUp: () => Promise.reject(new Error("Nothing here has scopes.")),
    exchange: noExchange,
    managed: { credential: () => Promise.reject(new Error("Nothing here is managed.")) },
  });
}

export interface Discovery extends HttpGateway {
  /** The stand-in for API Management and the target behind it. */
  readonly management: Target;
}

export interface DiscoveryOptions extends Partial<HttpGatewayOptions> {
  readonly answer?: Answering;
  readonly connection?: ConnectionDifferences;
  /** More connections. Default: none. */
  readonly others?: readonly ConnectionDifferences[];
  readonly openCredential?: OpenCredential;
}

/** Opens a gateway with discovery tools, in front of a target behind API Management. */
export async function openDiscovery(options: DiscoveryOptions = {}): Promise<Discovery> {
  const { answer = answering({ value: [{ id: "r1" }] }), connection = {}, others = [] } = options;
  const { set = {}, egress = {}, openCredential } = options;
  const redaction = new Redaction();
  const { registry } = redaction;
  const management = await openTarget(answer);
  onTestFinished(() => management[Symbol.asyncDispose]());
  const opened = await openHttpGateway({
    origin: targetOrigin,
    tools: discoveryTools,
    ...options,
    set: { connection: "argument", profile: ["cloud-discovery"], ...set },
    egress: {
      allow: [{ origin: targetOrigin, methods: ["GET", "POST"] }],
      gateway: {
        url: `http://127.0.0.1:${management.port}`,
        key: gatewayKey,
        addresses: "loopback",
      },
      retry: { attempts: 1 },
      ...egress,
    },
    outside: {
      connections: connectionsWith([connection, ...others], {
        registry,
        ...(openCredential && { openCredential }),
      }),
    },
    deps: { redaction, ...options.deps },
  });
  return { ...opened, management };
}

/** Answers every request with the same response. */
export function answering(
  body: JsonValue,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answering {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}
