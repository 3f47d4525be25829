import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { describe, expect, it } from "vitest";
import type { Listening } from "./http.ts";

const file = new URL("../../../../../shared/data/attack-cases/http_headers.jsonl", import.meta.url);
const rows = existsSync(file) ? readRows(readFileSync(file, "utf8")) : [];

interface Row {
  readonly id: JsonValue;
  readonly why: JsonValue;
  readonly label: string;
  readonly headers: JsonObject;
  readonly body: string;
}

function readRows(text: string): readonly Row[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map(parseJson).flatMap((row) => {
    if (!isJsonObject(row) || !isJsonObject(row["headers"])) return [];
    const { id = "", why = "", expect: label, headers, body = null } = row;
    return typeof label === "string"
      ? [{ id, why, label, headers, body: JSON.stringify(body) }]
      : [];
  });
}

const tool = {
  name: "write_row",
  inputSchema: {
    type: "object",
    properties: { tenant: { type: "string", "x-mcp-header": "Tenant" } },
  },
};
const plain = { name: "write_row", inputSchema: { type: "object" } };

/** Declares the header only for its own row: elsewhere its absence would be a mistake. */
function open(listed: readonly JsonObject[]): Promise<Listening> {
  return openFakeHttp(
    fakeGatewayApi({
      listed: () => listed,
      callTool: async () => ({ content: [], isError: false }),
    }),
  );
}

/** Returns the status, and the code of a protocol error if there is one. */
function send({ url }: Listening, { headers, body }: Row): Promise<readonly string[]> {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => [name, String(each)]),
  );
  const defaultPage = Object.entries({
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    Host: url.host,
  }).filter(
    ([name]) => !Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname: url.hostname,
        port: url.port,
        path: "/mcp",
        method: "POST",
        headers: [
          ...defaultPage.flat(),
          ...sent,
          "Content-Length",
          String(Buffer.byteLength(body)),
        ],
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on("end", () => {
          const code = /"code":(-?\d+)/.exec(text)?.[1];
          resolve([String(response.statusCode), ...(code === undefined ? [] : [code])]);
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/**
 * Matches labels such as `accept`, `400/-32020` or `403/421`. Everything a label names must be
 * seen, or one of its statuses.
 */
function fits(label: string, [status = "", code = ""]: readonly string[]): boolean {
  if (label.startsWith("accept")) return status === "200" && code === "";
  const wanted = label.split("/");
  const codes = wanted.filter((each) => each.startsWith("-"));
  const statuses = wanted.filter((each) => !each.startsWith("-"));
  return statuses.includes(status) && (codes.length === 0 || codes.includes(code));
}

describe.skipIf(rows.length === 0)("the header rows (skipped without the data folder)", () => {
  it.each(rows)("$id $why: $label", async (row) => {
    const isAboutParameters = Object.keys(row.headers).some((name) => /^mcp-param-/i.test(name));
    await using server = await open([isAboutParameters ? tool : plain]);

    const seen = await send(server, row);

    expect(fits(row.label, seen) ? row.label : seen).toBe(row.label);
  });
});
