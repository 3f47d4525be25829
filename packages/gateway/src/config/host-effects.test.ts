import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { spoken } from "@toolcourt/testing/lanes";
import {
  calls,
  type ModelAnswer,
  type ModelServer,
  openModelServer,
  says,
  silent,
} from "@toolcourt/testing/model-server";
import { openServing } from "@toolcourt/testing/serving";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";

// Tests every host key with an observable effect.

const names = ["hello", "read_repo_file", "write_memory_entry"];
const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };
const question = 'Read the file "notes.txt" of the repository.';

async function folderWith(host: JsonObject): Promise<string> {
  const config = { toolbox, stores: { url: "memory:" }, host };
  const files = { "notes.txt": "hello there", "toolcourt.yaml": JSON.stringify(config) };
  const folder = await openFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

async function askWith(host: JsonObject): Promise<Ran> {
  return run(["ask", "--json", question], { folder: await folderWith(host) });
}

async function modelSaying(...answers: readonly ModelAnswer[]): Promise<ModelServer> {
  const server = await openModelServer(...answers);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** A plan unrelated to the question, which proves that the model was used. */
const greeting = calls("hello", { name: "Ada" });

async function toolsWith(host: JsonObject): Promise<string> {
  const serving = await openServing(await folderWith(host));
  onTestFinished(() => serving[Symbol.asyncDispose]());
  const response = await fetch(
    serving.url,
    spoken("tools/list", {}, { era: "modern", lane: "fast" }),
  );
  return response.text();
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "host.planner": async () => {
    const { url } = await modelSaying(greeting);
    const model = { url, name: "small" };

    const byModel = await askWith({ planner: "model", summary: "off", model });
    const builtIn = await askWith({ planner: "builtin", summary: "off", model });

    expect(byModel.output).toContain("Hello, Ada!");
    expect(builtIn.output).toContain("hello there");
  },
  "host.model.url": async () => {
    const [one, other] = [await modelSaying(greeting), await modelSaying(greeting)];

    await askWith({ planner: "model", summary: "off", model: { url: one.url, name: "small" } });

    expect([one.asked.length, other.asked.length]).toEqual([1, 0]);
  },
  "host.model.name": async () => {
    const { url, asked } = await modelSaying(greeting);

    await askWith({ planner: "model", summary: "off", model: { url, name: "very-small" } });

    expect(asked.map(({ body }) => body["model"])).toEqual(["very-small"]);
  },
  "host.model.key": async () => {
    const { url, asked } = await modelSaying(greeting);
    const model = { url, name: "small" };

    await askWith({ planner: "model", summary: "off", model: { ...model, key: "k-0123456789" } });
    await askWith({ planner: "model", summary: "off", model });

    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer k-0123456789",
      undefined,
    ]);
  },
  "host.model.timeout": async () => {
    const { url } = await modelSaying(silent);
    const model = { url, name: "small", timeout: "PT0.05S" };

    const { code, output } = await askWith({ planner: "model", summary: "off", model });

    expect(code).toBe(2);
    expect(output).toContain("within the time given");
  },
  "host.model.temperature": async () => {
    const { url, asked } = await modelSaying(greeting);
    const model = { url, name: "small" };

    await askWith({ planner: "model", summary: "off", model });
    await askWith({
      planner: "model",
      summary: "off",
      model: { ...model, temperature: "default" },
    });

    expect(asked.map(({ body }) => body["temperature"])).toEqual([0, undefined]);
  },
  "host.summary": async () => {
    const text = JSON.stringify({ bullets: [{ span: "s1" }] });
    const { url } = await modelSaying(says({ text }));
    const model = { url, name: "small" };

    const kinds = await Promise.all(
      [{ summary: "off" }, { summary: "extractive" }, { summary: "paraphrase", model }].map(
        async (host) => /"mode":"(\w+)"/.exec((await askWith(host)).output)?.[1],
      ),
    );

    expect(kinds).toEqual([undefined, "extractive", "paraphrase"]);
  },
  "host.ask": async () => {
    expect(await toolsWith({ ask: true })).toContain('"name":"ask"');
    expect(await toolsWith({})).not.toContain('"name":"ask"');
  },
  "host.effects": async () => {
    expect((await askWith({ effects: ["read"] })).code).toBe(0);
    expect((await askWith({ effects: ["destroy"] })).output).toContain('"code":"no-tools"');
  },
};

// Each opens one or two gateways, which is slow while other tests load the machine.
describe("a host key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "host"), "host")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
