import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import type { Clauses } from "@toolcourt/gateway/internal/pipeline/clause-counters";
import type { JsonObject } from "@toolcourt/sdk";
import { registeredTool, toolContract, writingTool } from "@toolcourt/testing/calls";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { asking, forecast, forecastPlan } from "@toolcourt/testing/host";
import { greetTool } from "@toolcourt/testing/local-tool";
import { openTarget } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { type HostedGateway, openHostOver, toolAccessOf } from "./open-host.ts";

function configWith(clauses: Partial<Clauses> = {}, host: JsonObject = {}) {
  const weather = { name: "weather", transport: "stdio", command: "x", mode: "dynamic" };
  const toolbox = { mcps: [{ ...weather, default_tool_config: {}, clauses }] };
  return loadConfig(JSON.stringify({ toolbox, host }), { environment: {} });
}

function gatewayOf(...tools: readonly RegisteredTool[]): HostedGateway {
  const snapshot: Snapshot = {
    version: 1,
    tools: new Map(tools.map((tool) => [tool.publicName, tool])),
    listed: tools.map(({ publicName: name }) => ({ name })),
  };
  return {
    registry: { current: () => snapshot },
    callable: () => snapshot.listed,
    callTool: async () => forecast,
    quarantine: { find: () => undefined },
  };
}

describe("hostLineOf", () => {
  it("returns the tools visible to a principal, as the same list while unchanged", () => {
    const access = toolAccessOf(gatewayOf(registeredTool()), configWith());

    const tools = access.tools(asking.principal);

    expect(tools.map(({ publicName }) => publicName)).toEqual(["get-forecast"]);
    expect(access.tools(asking.principal)).toBe(tools);
  });

  it("returns no tool that is for views alone", () => {
    const listed = { name: "get-forecast", _meta: { ui: { visibility: ["app"] } } };
    const gateway = { ...gatewayOf(registeredTool()), callable: () => [listed] };

    expect(toolAccessOf(gateway, configWith()).tools(asking.principal)).toEqual([]);
  });

  it("returns no tool hidden from the principal", () => {
    const gateway = { ...gatewayOf(registeredTool()), callable: () => [] };

    expect(toolAccessOf(gateway, configWith()).tools(asking.principal)).toEqual([]);
  });

  const ours = registeredTool({ home: { kind: "local", tool: greetTool } });
  const theirs = registeredTool();

  it.each<{ of: string; clauses?: Partial<Clauses>; tool: RegisteredTool; isTyped: boolean }>([
    { of: "a schema that is enforced", tool: theirs, isTyped: true },
    { of: "one that is watched", clauses: { output: "observe" }, tool: theirs, isTyped: false },
    { of: "one that nobody looks at", clauses: { output: "off" }, tool: theirs, isTyped: false },
    { of: "no schema", tool: withoutSchema(), isTyped: false },
    { of: "a server that nobody knows", tool: ofServer("other"), isTyped: false },
    { of: "ours, whatever holds elsewhere", clauses: { output: "off" }, tool: ours, isTyped: true },
  ])("tells whether a result is typed: of $of", ({ clauses, tool, isTyped }) => {
    expect(toolAccessOf(gatewayOf(tool), configWith(clauses)).isTyped(tool)).toBe(isTyped);
  });
});

function withoutSchema(): RegisteredTool {
  const { output: _output, ...contract } = toolContract();
  const { validateOutput: _validate, ...tool } = registeredTool({ contract });
  return tool;
}

function ofServer(server: string): RegisteredTool {
  return registeredTool({ home: { kind: "server", server } });
}

describe("openHost", () => {
  const deps = {
    clock: systemClock,
    newId: () => "id",
    randomBytes: (count: number) => new Uint8Array(count),
    folder: "/nowhere",
  };

  async function answerWith(host: JsonObject, tool = registeredTool(), question = "How warm?") {
    const redaction = new Redaction();
    redaction.registry.holdValue("open-sesame-0123456789");
    const opened = { config: configWith({}, host), gateway: gatewayOf(tool), redaction };
    await using made = await openHostOver(opened, deps, { plan: () => forecastPlan });
    return await made.ask(question, asking);
  }

  it("creates the configured summary", async () => {
    expect(await answerWith({})).toMatchObject({ kind: "tool_result_with_summary" });
    expect(await answerWith({ summary: "off" })).toMatchObject({ kind: "tool_result" });
  });

  it("calls only tools with allowed effects", async () => {
    expect(await answerWith({ effects: ["read"] }, writingTool())).toMatchObject({
      code: "no-tools",
    });
    expect(await answerWith({ effects: ["read", "write"] }, writingTool())).toMatchObject({
      kind: "tool_result_with_summary",
    });
  });

  it("refuses a question that contains one of our secrets", async () => {
    const answer = await answerWith({}, registeredTool(), "Is open-sesame-0123456789 any good?");

    expect(answer).toMatchObject({ code: "question-has-secret" });
  });
});

const call = { id: "1", function: { name: "hello", arguments: '{"name":"Ada"}' } };
const answer = { choices: [{ message: { tool_calls: [call] }, finish_reason: "tool_calls" }] };

/** Asks a model whose certificate only the operator trusts, and returns the outcome. */
async function askedWith(egress: { readonly ca_file?: string }): Promise<string> {
  const certificate = createCertificate("localhost");
  await using endpoint = await openTarget((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }, certificate);
  const model = {
    url: `https://localhost:${endpoint.port}/v1`,
    name: "small",
    key: "x".repeat(20),
  };
  const host = { planner: "model", summary: "off", model };
  const names = ["hello", "read_repo_file", "write_memory_entry"];
  const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };
  const config = JSON.stringify({ toolbox, stores: { url: "memory:" }, host, egress });
  await using folder = await openFolder({ "toolcourt.yaml": config, "ca.pem": certificate.cert });
  const { output } = await run(["ask", "--json", "Greet Ada."], { folder: folder.path });
  return output;
}

// Each opens a gateway, which is slow while other tests load the machine.
describe("a configured model", { timeout: 20_000 }, () => {
  it("is trusted by the same certificates as all requests", async () => {
    expect(await askedWith({ ca_file: "ca.pem" })).toContain("Hello, Ada!");
    expect(await askedWith({})).toContain(
      "No connection to the model could be made (model-unreachable).",
    );
  });
});
