import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import type { Ran } from "../../packages/testing/src/terminal.ts";
import { readGuide, runLine } from "./guide.ts";

const guide = await readGuide("guides/openapi-to-tool.md");
const page = await readFile(
  new URL("../../docs/guides/openapi-to-tool.md", import.meta.url),
  "utf8",
);
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""]) => text);

/** The digest printed on the page, and the address of the API. */
const written = {
  digest: "8d2a91c07be4f0653b1a9d2e7c58016f4be3a97d5c20e8146fb7d93a0c5e2718",
  origin: "https://api.example.com",
};

/** Opens the shop API, which requires the token. */
async function openShop() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    seen.push(`${request.method} ${request.url} ${authorization}`);
    const isKnown = authorization === "Bearer shop-token-0123456789";
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(isKnown ? '{"id":7,"status":"on its way"}' : "{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function openHome(origin: string): Promise<Folder> {
  const here = (text: string): string => text.replaceAll(written.origin, origin);
  return openFolder({
    "toolcourt.yaml": here(guide.config).replace("addresses: public", "addresses: loopback"),
    "shop.yaml": here(blocks[1] ?? ""),
    "token.txt": "shop-token-0123456789\n",
  });
}

// Commands open a store with their own thread, and the whole gateway starts.
describe("the guide from an OpenAPI file to a tool", { timeout: 60_000 }, () => {
  it("has the commands run here, in this order", () => {
    expect(guide.commands.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
      "connections add",
      "drafts import",
      "drafts list",
      "drafts show",
      "drafts approve",
      "drafts reject",
      "serve --port",
    ]);
  });

  it("ends with an approved tool that a client calls, and with a token that stays hidden", async () => {
    await using shop = await openShop();
    await using folder = await openHome(shop.origin);
    const [connect = "", ...drafting] = guide.commands.slice(0, 6);
    const go = (line: string): Promise<Ran> => runLine(line, folder.path);

    const ran = [await go(connect.replace(written.origin, shop.origin))];
    let digest = "";
    for (const line of drafting) {
      const step = await go(line.replace(written.digest, digest));
      digest = /^Digest: +([0-9a-f]{64})$/m.exec(step.output)?.[1] ?? digest;
      ran.push(step);
    }
    await using serving = await openServing(folder.path);
    const client = new Client({ name: "agent", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(serving.url));
    const { tools } = await client.listTools();
    const found = await client.callTool({ name: "get_order", arguments: { path: { id: 7 } } });
    const refused = await client.callTool({ name: "delete_all_orders", arguments: {} });
    await client.close();

    expect(ran.map(({ code, errors }) => [code, errors])).toEqual(ran.map(() => [0, ""]));
    expect(tools.map(({ name }) => name)).toEqual(["get_order"]);
    expect(found.structuredContent).toEqual({ id: 7, status: "on its way" });
    expect(JSON.stringify(refused)).toContain("draft-rejected");
    expect(shop.seen).toEqual(["GET /orders/7 Bearer shop-token-0123456789"]);
    const said = [...ran.map(({ output }) => output), ...serving.printed, JSON.stringify(found)];
    expect(said.join("\n")).not.toContain("shop-token");
  });
});
