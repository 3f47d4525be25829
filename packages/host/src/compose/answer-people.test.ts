import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { AskedGateway } from "@toolcourt/gateway/internal/compose/open-configured";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import type { JsonObject } from "@toolcourt/sdk";
import { registeredTool } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { asking, forecast } from "@toolcourt/testing/host";
import { machine } from "@toolcourt/testing/serving";
import { describe, expect, it } from "vitest";
import { answerPeople } from "./answer-people.ts";

function configOf(more: JsonObject = {}) {
  const weather = { name: "weather", transport: "stdio", command: "x", mode: "dynamic" };
  const toolbox = { mcps: [{ ...weather, default_tool_config: {} }] };
  return loadConfig(JSON.stringify({ toolbox, ...more }), { environment: {} });
}

/** A gateway with one tool, whose calls answer with a forecast. */
function gatewayWith(config = configOf()) {
  const tool = registeredTool();
  const snapshot = {
    version: 1,
    tools: new Map([[tool.publicName, tool]]),
    listed: [{ name: tool.publicName }],
  };
  const inForce = { config };
  const calls: string[] = [];
  const opened: AskedGateway = {
    inForce,
    redaction: new Redaction(),
    gateway: {
      registry: { current: () => snapshot },
      callable: () => snapshot.listed,
      callTool: async ({ principal }) => {
        calls.push(principal.id);
        return forecast;
      },
      quarantine: { find: () => undefined },
    },
  };
  return { opened, inForce, calls };
}

const runtime = machine("/nowhere", () => undefined, new AbortController().signal);
const question = "How warm is it in Geneva?";
const by = { principal: asking.principal, signal: asking.signal };

describe("answerPeople", () => {
  it("answers as the person, and describes what answers", async () => {
    const { opened, calls } = gatewayWith();
    await using answering = answerPeople(opened, runtime);

    const answer = await answering.ask(question, by);

    expect(answer["kind"]).toMatch(/^tool_result/);
    expect(calls).toEqual([asking.principal.id]);
    expect(answering.describe()).toEqual({
      planner: "builtin",
      summary: "extractive",
      model: null,
      effects: ["read"],
    });
  });

  it("follows the configuration, and shows nothing of a model's key and address", async () => {
    const { opened, inForce } = gatewayWith();
    await using answering = answerPeople(opened, runtime);
    await answering.ask(question, by);

    const model = { url: "https://models.example.com/v1", name: "small", key: "canary-0123456789" };
    inForce.config = configOf({ host: { model, summary: "off" } });
    const answer = await answering.ask(question, by);

    expect(answer["kind"]).toBe("tool_result");
    expect(answering.describe()).toMatchObject({ summary: "off", model: { name: "small" } });
    expect(JSON.stringify(answering.describe())).not.toMatch(/canary|example/);
  });

  it("tries again after it could not be opened", async () => {
    await using folder = await openFolder({});
    const model = { url: "https://models.example.com/v1", name: "small" };
    const egress = { ca_file: "ca.pem" };
    const { opened, inForce } = gatewayWith(configOf({ host: { model }, egress }));
    const place = { ...runtime, folder: folder.path };
    await using answering = answerPeople(opened, place);

    await expect(answering.ask(question, by)).rejects.toThrow(/ca\.pem/);
    await expect(answering.ask(question, by)).rejects.toThrow(/ca\.pem/);
    inForce.config = configOf();

    expect((await answering.ask(question, by))["kind"]).toMatch(/^tool_result/);
  });

  it("answers a question that began before it was replaced", async () => {
    const { opened, inForce } = gatewayWith();
    await using answering = answerPeople(opened, runtime);

    const first = answering.ask(question, by);
    inForce.config = configOf({ host: { summary: "off" } });
    const second = answering.ask(question, by);

    expect((await first)["kind"]).toMatch(/^tool_result/);
    expect((await second)["kind"]).toBe("tool_result");
  });
});
