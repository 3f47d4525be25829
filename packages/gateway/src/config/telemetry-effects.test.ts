import { hash } from "node:crypto";
import { stat } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { spoken } from "@toolcourt/testing/lanes";
import { type OtlpReceiver, openOtlpReceiver } from "@toolcourt/testing/otlp-receiver";
import { readScrape, type Scrape } from "@toolcourt/testing/scrape";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";

// Tests every telemetry key with an observable effect.

const names = ["hello", "read_repo_file", "write_memory_entry"];
const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };

async function serveWith(
  telemetry: JsonObject,
  ...flags: readonly string[]
): Promise<Serving & { readonly folder: Folder }> {
  const config = { toolbox, stores: { url: "memory:" }, telemetry };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path, ...flags);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return { ...serving, folder };
}

function pageOf({ printed }: Serving): string | undefined {
  return printed.flatMap((text) => /^INFO: Metrics are at (http\S+)$/.exec(text)?.[1] ?? [])[0];
}

async function scrape(serving: Serving): Promise<Scrape> {
  const response = await fetch(pageOf(serving) ?? "");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return readScrape(await response.text());
}

/** Returns the status of a request with headers that `fetch` would not send. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once("error", reject);
  });
}

const token = "scrape-0123456789-0123456789";
const token_sha256 = hash("sha256", token, "hex");

const oneHello = { name: "hello", arguments: {} };

/** Calls a tool with a client's trace header. */
async function callHello({ url }: Serving, traceparent = ""): Promise<void> {
  const request = spoken("tools/call", oneHello, { era: "modern", lane: "fast" });
  const said = typeof request.body === "string" ? request.body : "";
  const body = said.replace('"_meta":{', `"_meta":{"traceparent":${JSON.stringify(traceparent)},`);
  const response = await fetch(url, { ...request, body });
  expect(await response.text()).toContain('"result"');
}

/** Returns everything that a gateway logs about one call and its own life. */
async function told(telemetry: JsonObject, ...flags: readonly string[]): Promise<string> {
  const serving = await serveWith(telemetry, ...flags);
  await callHello(serving);
  await serving[Symbol.asyncDispose]();
  return serving.printed.join("\n");
}

/** Returns everything that a receiver gets from a gateway after one call. */
async function tracesWith(otlp: JsonObject, more: JsonObject = {}): Promise<OtlpReceiver> {
  const receiver = await openOtlpReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const serving = await serveWith({ otlp: { url: receiver.url.href, ...otlp }, ...more });
  await callHello(serving, `00-${trace}-b7ad6b7169203331-01`);
  await serving[Symbol.asyncDispose]();
  return receiver;
}

const trace = "0af7651916cd43dd8448eb211c80319c";

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "telemetry.format": async () => {
    const json = await serveWith({ format: "json" });
    await callHello(json);
    await json[Symbol.asyncDispose]();
    const closed = json.printed.find((line) => line.includes('"event":"call.closed"')) ?? "";

    expect(JSON.parse(closed)).toMatchObject({
      level: "info",
      fields: { tool_id: "hello", status: "answered" },
    });
  },
  "telemetry.calls": async () => {
    const lines = /: hello called \(trace .*: hello answered in \d+ ms \(trace /s;

    expect(await told({})).toMatch(new RegExp(`INFO${lines.source}`, "s"));
    expect(await told({ calls: "warning" })).toMatch(new RegExp(`WARNING${lines.source}`, "s"));
    expect(await told({ calls: "debug" })).not.toMatch(lines);
    expect(await told({ calls: "debug" }, "--verbose")).toMatch(/DEBUG: hello answered/);
    expect(await told({ calls: "off" }, "--verbose")).not.toMatch(lines);
  },
  "telemetry.stack_traces": async () => {
    const kept = await serveWith({ stack_traces: "file" });
    const { folder } = kept;

    expect(await folder.files()).toContain(".toolcourt/stacks.jsonl");
    expect((await stat(join(folder.path, ".toolcourt/stacks.jsonl"))).mode & 0o777).toBe(0o600);
    expect(await (await serveWith({})).folder.files()).not.toContain(".toolcourt/stacks.jsonl");
  },
  "telemetry.trace_flags": async () => {
    const follows = await tracesWith({ sample_ratio: 0 }, { trace_flags: "follow" });
    const ignores = await tracesWith({ sample_ratio: 0 });

    expect(follows.spans.map(({ traceId }) => traceId)).toEqual([trace]);
    expect(ignores.spans).toEqual([]);
  },
  "telemetry.otlp.url": async () => {
    const { spans } = await tracesWith({});

    expect(spans).toMatchObject([
      { name: "tools/call hello", traceId: trace, parentSpanId: "b7ad6b7169203331" },
    ]);
  },
  "telemetry.otlp.headers": async () => {
    const { headers } = await tracesWith({ headers: { Authorization: "Bearer opensesame" } });

    expect(headers[0]).toMatchObject({ authorization: "Bearer opensesame" });
    await expect(tracesWith({ headers: { authorization: "Bearer ${NOT_THERE}" } })).rejects.toThrow(
      "telemetry.otlp.headers.authorization: The environment has no variable",
    );
  },
  "telemetry.otlp.service_name": async () => {
    const { spans } = await tracesWith({ service_name: "gate-7" });

    expect(spans[0]?.service).toBe("gate-7");
  },
  "telemetry.otlp.sample_ratio": async () => {
    expect((await tracesWith({ sample_ratio: 0 })).spans).toHaveLength(0);
    expect((await tracesWith({ sample_ratio: 1 })).spans).toHaveLength(1);
  },
  "telemetry.metrics.port": async () => {
    const shown = await serveWith({ metrics: { port: 0 } });
    const silent = await serveWith({});

    expect((await scrape(shown)).valueOf("toolcourt_tools", { state: "callable" })).toBe(3);
    expect(pageOf(silent)).toBeUndefined();
    const { port } = new URL(pageOf(shown) ?? "");
    await expect(serveWith({ metrics: { port: Number(port) } })).rejects.toThrow(
      `Cannot listen on port ${port} (telemetry.metrics.port)`,
    );
  },
  "telemetry.metrics.host": async () => {
    const shown = await serveWith({ metrics: { host: "localhost", port: 0 } });

    expect(pageOf(shown)).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
    await expect(serveWith({ metrics: { host: "0.0.0.0", port: 0 } })).rejects.toThrow(
      /telemetry\.metrics\.host: Listen on 127\.0\.0\.1, ::1 or localhost, or require a token/,
    );
  },
  "telemetry.metrics.token_sha256": async () => {
    const page = pageOf(await serveWith({ metrics: { host: "0.0.0.0", port: 0, token_sha256 } }));
    const url = page?.replace("0.0.0.0", "127.0.0.1") ?? "";

    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { authorization: "Bearer another" })).toBe(401);
    expect(await statusOf(url, { authorization: `Bearer ${token}` })).toBe(200);
  },
};

// Each opens one or two gateways, which is slow while other tests load the machine.
describe("a telemetry key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "telemetry"), "telemetry")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

describe("the metrics endpoint", { timeout: 20_000 }, () => {
  it("answers only local scrapers", async () => {
    const url = pageOf(await serveWith({ metrics: { port: 0 } })) ?? "";

    expect(await statusOf(url, { host: "rebound.example" })).toBe(403);
    expect(await statusOf(url, { origin: "http://localhost" })).toBe(403);
    expect(await statusOf(url.replace("/metrics", "/"), {})).toBe(404);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    expect(await statusOf(url, {})).toBe(200);
  });

  it("leads a scraper of OpenMetrics from a latency to its recorded trace", async () => {
    const receiver = await openOtlpReceiver();
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    const page = async (sample_ratio: number): Promise<string> => {
      const otlp = { url: receiver.url.href, sample_ratio };
      const serving = await serveWith({ metrics: { port: 0 }, otlp });
      await callHello(serving, `00-${trace}-b7ad6b7169203331-01`);
      const headers = { accept: "application/openmetrics-text; version=1.0.0" };
      const response = await fetch(pageOf(serving) ?? "", { headers });
      expect(response.headers.get("content-type")).toContain("application/openmetrics-text");
      return response.text();
    };

    expect(await page(1)).toMatch(
      new RegExp(
        `_bucket\\{tool="hello",.*\\} 1 # \\{trace_id="${trace}"\\} [\\d.]+ \\d+\\.\\d{3}$`,
        "m",
      ),
    );
    expect(await page(0)).not.toContain("trace_id");
  });

  it("is not served on the address of callers", async () => {
    const { url } = await serveWith({ metrics: { port: 0 } });

    expect((await fetch(new URL("/metrics", url))).status).toBe(404);
  });
});

describe("the log of discovery tools", { timeout: 60_000 }, () => {
  const set = {
    name: "cloud",
    tools: "tools.yaml",
    base: "https://cloud.example",
    connection: "argument",
    profile: ["cloud-discovery"],
  };
  const config = {
    toolbox: { http: [set] },
    egress: {
      allow: [{ origin: "https://cloud.example" }],
      gateway: { url: "https://apim.example" },
    },
    stores: { url: "memory:" },
  };
  const tools = `tools:
  - name: list-resources
    description: Lists the resources of a subscription with their types, page after page.
    get: /subscriptions/{scope.subscriptionId}/resources
    discovery: { stage: inventory, tier: inventory, scope: [tenantId, subscriptionId] }
    output: { type: object, properties: {}, additionalProperties: false }
`;

  it("has the six fields for local tools too, by the profile of the toolbox", async () => {
    const discovering = { ...toolbox, profile: ["cloud-discovery"] };
    const local = { toolbox: discovering, stores: { url: "memory:" } };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(local) });
    const serving = await openServing(folder.path);
    const call = { name: "hello", arguments: { name: "a person" } };
    await fetch(serving.url, spoken("tools/call", call, { era: "modern", lane: "fast" }));
    await serving[Symbol.asyncDispose]();

    const lines = serving.printed.filter((line) => /: hello /.test(line));
    const six = String.raw`correlation_id \S+, session_id \S+, connection_id \S+, tool_id hello`;
    expect(lines).toEqual([
      expect.stringMatching(`^INFO: hello called .*${six}, stage opened, status started`),
      expect.stringMatching(`^WARNING: hello .* ms .*${six}, stage \\w+, status refused`),
    ]);
  });

  it("has the six fields without any telemetry key (S2-35)", async () => {
    const files = { "toolcourt.yaml": JSON.stringify(config), "tools.yaml": tools };
    await using folder = await openFolder(files);
    const serving = await openServing(folder.path);
    const call = { name: "list-resources", arguments: { connection_id: "conn-1" } };
    await fetch(serving.url, spoken("tools/call", call, { era: "modern", lane: "fast" }));
    await serving[Symbol.asyncDispose]();

    const lines = serving.printed.filter((line) => line.includes("list-resources "));
    const six = String.raw`correlation_id \S+, session_id \S+, connection_id conn-1, tool_id list-resources`;
    expect(lines).toEqual([
      expect.stringMatching(`^INFO: list-resources called .*${six}, stage opened, status started`),
      expect.stringMatching(`^WARNING: list-resources .* ms .*${six}, stage \\w+, status refused`),
    ]);
  });
});
