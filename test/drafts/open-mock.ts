import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { instanceOf } from "./instance-of.ts";

/** A server that answers according to a document, with values made from its schemas. */
export interface Mock extends AsyncDisposable {
  readonly origin: string;
  /** The requests: method, path and query. */
  readonly asked: readonly string[];
}

export async function openMock(document: JsonObject): Promise<Mock> {
  const asked: string[] = [];
  const operations = operationsOf(document);
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    asked.push(`${method} ${url}`);
    const path = url.split("?")[0] ?? "";
    const found = operations.find((each) => each.method === method && each.form.test(path));
    const answer = found && answerOf(found.operation, document);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Served {
  readonly method: string;
  readonly form: RegExp;
  readonly operation: JsonObject;
}

function operationsOf(document: JsonObject): readonly Served[] {
  return entriesOf(own(document, "paths")).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([verb, operation]) =>
      isJsonObject(operation)
        ? [{ method: verb.toUpperCase(), form: formOf(path), operation }]
        : [],
    ),
  );
}

function formOf(path: string): RegExp {
  const parts = path
    .split(/\{[^{}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

function answerOf(operation: JsonObject, document: JsonObject): JsonValue | undefined {
  const responses = entriesOf(own(operation, "responses"));
  const good = responses.find(([status]) => status.startsWith("2"))?.[1];
  const content = entriesOf(memberOf(good, "content"));
  const media = content.find(([type]) => type.includes("json"))?.[1];
  const schema = memberOf(media, "schema");
  return memberOf(media, "example") ?? (schema && instanceOf(schema, document));
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? own(value, key) : undefined;
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}
