import { hash } from "node:crypto";
import { get } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFolder } from "../testing/folder.ts";
import { readScrape, type Scrape } from "../testing/scrape.ts";
import { openServing, type Serving } from "../testing/serving.ts";
import { keyPaths } from "./key-paths.ts";
import { childOf } from "./keys.ts";
import { configSchema } from "./schema.ts";

// Every key that says what is told about the gateway, and something that is otherwise when it is set.

const names = ["hello", "read_repo_file", "write_memory_entry"];
const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };

async function serveWith(telemetry: JsonObject): Promise<Serving> {
  const config = { toolbox, stores: { url: "memory:" }, telemetry };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

function pageOf({ printed }: Serving): string | undefined {
  return printed.flatMap((text) => /^Metrics are at (http\S+)$/.exec(text)?.[1] ?? [])[0];
}

async function scrape(serving: Serving): Promise<Scrape> {
  const response = await fetch(pageOf(serving) ?? "");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return readScrape(await response.text());
}

/** The status that a request gets with headers that `fetch` would not send. */
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

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "telemetry.metrics.port": async () => {
    const shown = await serveWith({ metrics: { port: 0 } });
    const silent = await serveWith({});

    expect((await scrape(shown)).valueOf("toolcourt_tools", { state: "callable" })).toBe(3);
    expect(pageOf(silent)).toBeUndefined();
  },
  "telemetry.metrics.host": async () => {
    const shown = await serveWith({ metrics: { host: "localhost", port: 0 } });

    expect(pageOf(shown)).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
    await expect(serveWith({ metrics: { host: "0.0.0.0", port: 0 } })).rejects.toThrow(
      /telemetry\.metrics\.host: Listen on 127\.0\.0\.1, ::1 or localhost, or ask for a token/,
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

// Each opens a gateway or two on machines that are busy with other tests.
describe("a key about telemetry", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "telemetry"), "telemetry")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

describe("the page of metrics", { timeout: 20_000 }, () => {
  it("is for nobody but whoever scrapes this machine", async () => {
    const url = pageOf(await serveWith({ metrics: { port: 0 } })) ?? "";

    expect(await statusOf(url, { host: "rebound.example" })).toBe(403);
    expect(await statusOf(url, { origin: "http://localhost" })).toBe(403);
    expect(await statusOf(url.replace("/metrics", "/"), {})).toBe(404);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    expect(await statusOf(url, {})).toBe(200);
  });

  it("is not where callers are", async () => {
    const { url } = await serveWith({ metrics: { port: 0 } });

    expect((await fetch(new URL("/metrics", url))).status).toBe(404);
  });
});
