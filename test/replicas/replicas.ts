import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";

/** Two gateways in their own processes, on one database and one Redis. */
export interface Replicas extends AsyncDisposable {
  readonly gateways: readonly [GatewayProcess, GatewayProcess];
  /** Folder of the first one. An operator of one is an operator of both. */
  readonly home: string;
}

/** Opens the replicas. Each has its own folder, as on its own machine, with the shared keys. */
export async function openReplicas(config: JsonObject): Promise<Replicas> {
  await using stack = new AsyncDisposableStack();
  const shared = stack.use(await openFolder());
  const keys = {
    approvals: { key: `${shared.path}/approvals.key` },
    audit: { key: `${shared.path}/audit.key` },
  };
  const text = JSON.stringify({ ...config, ...keys });
  const start = async (): Promise<readonly [Folder, GatewayProcess]> => {
    const folder = stack.use(await openFolder({ "toolcourt.yaml": text }));
    return [folder, stack.use(await startGateway({ folder: folder.path }))];
  };
  // Sequential, so that the upstream can number them.
  const [home, first] = await start();
  const [, second] = await start();
  const owned = stack.move();
  return {
    gateways: [first, second],
    home: home.path,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A client behind a round-robin load balancer. */
export interface Balanced extends AsyncDisposable {
  readonly client: Client;
  /** Returns the gateway of each request of a method. */
  readonly went: (method: string) => readonly number[];
  /** Sends the last request of a method again to the next gateway and returns the answer. */
  readonly repeat: (method: string) => Promise<string>;
}

interface Sent {
  readonly place: number;
  readonly body: string;
  readonly headers: Headers;
}

export interface ClientOptions {
  readonly era?: "modern" | "legacy";
  /** The person's answer to every form. Default: the client declares no forms. */
  readonly action?: "accept" | "decline";
}

export async function connect(
  gateways: readonly GatewayProcess[],
  { era = "modern", action }: ClientOptions = {},
): Promise<Balanced> {
  const sent: Sent[] = [];
  const client = new Client(
    { name: "tester", version: "1" },
    {
      versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
      ...(action && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (action !== undefined) {
    client.setRequestHandler("elicitation/create", () => ({ action, content: {} }));
  }
  const balance = (_: string | URL, init?: RequestInit): Promise<Response> => {
    const place = sent.length % gateways.length;
    const body = typeof init?.body === "string" ? init.body : "";
    sent.push({ place, body, headers: new Headers(init?.headers) });
    return fetch(gateways[place]?.url ?? "", init);
  };
  const [first] = gateways;
  await client.connect(
    new StreamableHTTPClientTransport(first?.url ?? new URL("http://nowhere"), { fetch: balance }),
  );
  const sentOf = (method: string): readonly Sent[] =>
    sent.filter(({ body }) => body.includes(`"method":"${method}"`));
  return {
    client,
    went: (method) => sentOf(method).map(({ place }) => place),
    repeat: async (method) => {
      const { body = "", headers = new Headers() } = sentOf(method).at(-1) ?? {};
      return (await balance("", { method: "POST", body, headers })).text();
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
