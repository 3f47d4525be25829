import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Teller } from "./story.ts";
import { ticketsServer } from "./tickets-server.ts";

export const receiverPort = 7461;

/** Writes the configuration, with the keys that the version knows, and all it needs. */
export async function writeStoryFiles(
  { folder, store }: Pick<Teller, "folder" | "store">,
  keys: ReadonlySet<string>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "tickets-server.mjs"), ticketsServer);
  await writeFile(join(folder, "token.txt"), "kept-token-0123456789");
  await writeFile(join(folder, "policy.yaml"), policy);
  await writeFile(join(folder, "shop.yaml"), document);
  await writeFile(join(folder, "toolcourt.yaml"), configOf(store, keys));
}

function configOf(store: string, keys: ReadonlySet<string>): string {
  return [
    config,
    ...(keys.has("toolbox.http") ? [http] : []),
    `stores: { url: "${store}" }`,
    ...(keys.has("results.retain") ? ["results: { retain: all }"] : []),
    ...(keys.has("audit.push") ? [push] : []),
    ...(keys.has("toolbox.http") ? [egress] : []),
    "",
  ].join("\n");
}

const config = `toolbox:
  local: [workspace]
  tools:
    - { name: hello, approval: operator }
    - name: read_repo_file
    - name: write_memory_entry
  mcps:
    - name: tickets
      transport: stdio
      command: node
      args: [tickets-server.mjs]
      mode: dynamic
      default_tool_config: { max_instances: 5, timeout: PT20S }`;

const http = "  http:\n    - { name: shop, drafts: true, connection: shop }";

const egress = `egress:
  allow:
    - { origin: "https://api.example.com", methods: [GET], addresses: public }`;

const push = `audit:
  push:
    - { name: archive, kind: webhook, url: "http://127.0.0.1:${receiverPort}/rows" }`;

const policy = `version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
`;

const document = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
servers: [{ url: "https://api.example.com" }]
paths:
  /orders/{id}:
    get:
      operationId: get_order
      description: Finds one order of the shop by its number.
      parameters:
        - name: id
          in: path
          required: true
          description: The number of the order.
          schema: { type: integer, minimum: 1 }
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema:
                type: object
                required: [id, status]
                properties:
                  id: { type: integer, description: The number of the order. }
                  status: { type: string, description: Where the order is. }
  /orders:
    get:
      operationId: list_orders
      description: Lists all orders of the shop.
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { type: object, properties: {} } } }
`;
