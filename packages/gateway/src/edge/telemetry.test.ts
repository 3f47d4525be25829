import type { JsonValue } from "@toolcourt/sdk";
import { goodResult } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { spoken } from "@toolcourt/testing/lanes";
import { openOtlpReceiver } from "@toolcourt/testing/otlp-receiver";
import { answering, json, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { readScrape } from "@toolcourt/testing/scrape";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { tool } from "@toolcourt/testing/tool";
import { expect, it, onTestFinished } from "vitest";

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
/** Canaries: values that must not leak into telemetry. */
const [argument, answer, password] = ["canary-argument", "canary-answer", "canary-password"];

/** Opens a server whose tool behaves as its city argument says. */
async function openServer(): Promise<URL> {
  const server = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
    }),
    "tools/list": answering({ ...seal, tools: [tool()] }),
    "tools/call": (exchange) => {
      const said = JSON.stringify(exchange.params);
      const { id, response } = exchange;
      if (said.includes("broken")) {
        // The log quotes what a server writes about its failure, but no secret of ours.
        const error = { code: -32_000, message: `no forecast for ${password}` };
        json(response, { jsonrpc: "2.0", id, error });
        return;
      }
      const text = { content: [{ type: "text", text: answer }], isError: true };
      answering({ resultType: "complete", ...(said.includes("no") ? text : goodResult()) })(
        exchange,
      );
    },
    else: refuseWith(404),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.url;
}

async function call({ url }: Serving, city: JsonValue): Promise<void> {
  const params = { name: "get-forecast", arguments: { city } };
  const response = await fetch(url, spoken("tools/call", params, { era: "modern", lane: "fast" }));
  await response.text();
}

it("reports failing calls of every class in logs, metrics, traces and stacks without any value", async () => {
  const receiver = await openOtlpReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const url = await openServer();
  const config = {
    toolbox: {
      mcps: [
        {
          name: "weather",
          transport: "streamable_http",
          url: url.href,
          mode: "dynamic",
          default_tool_config: {},
          clauses: { input: "enforce" },
        },
      ],
    },
    stores: { url: "memory:" },
    telemetry: {
      format: "json",
      stack_traces: "file",
      metrics: { port: 0 },
      otlp: { url: receiver.url.href, headers: { authorization: `Bearer ${password}` } },
    },
  };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());

  for (const city of [argument, [argument], `no ${argument}`, `broken ${argument}`]) {
    await call(serving, city);
  }
  const page = /Metrics are at (http[^"]+)/.exec(serving.printed.join("\n"))?.[1] ?? "";
  const figures = await (await fetch(page)).text();
  await serving[Symbol.asyncDispose]();

  const { series } = readScrape(figures);
  const errors = series
    .filter(({ name }) => name === "toolcourt_call_errors_total")
    .map(({ labels }) => `${labels["class"]} ${labels["code"]}`);
  const lines = serving.printed.filter((line) => line.includes('"event":"call.closed"'));
  const stacks = await folder.read(".toolcourt/stacks.jsonl");

  expect(errors.toSorted()).toEqual([
    "business tool-failed",
    "system upstream-failed",
    "validation input-invalid",
  ]);
  expect(lines).toHaveLength(4);
  expect(receiver.spans.map(({ attributes }) => attributes["error.type"])).toEqual(
    expect.arrayContaining(["input-invalid", "tool_error", "upstream-failed", "-32000"]),
  );
  expect(stacks).toContain('"code":"upstream-failed"');
  const told = [...serving.printed, figures, ...receiver.bodies].join("\n");
  expect(told).not.toMatch(/canary|at file:|\.ts:\d+/);
  expect(stacks).not.toContain(password);
  expect(stacks).not.toContain(argument);
}, 20_000);
