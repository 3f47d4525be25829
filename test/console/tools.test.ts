import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serverList } from "../../packages/console/src/pages/servers/shapes.ts";
import { drift as readDrift } from "../../packages/console/src/pages/tools/drift-shapes.ts";
import { toolPage } from "../../packages/console/src/pages/tools/shapes.ts";
import { toolAnswer } from "../../packages/console/src/pages/tools/tool-shapes.ts";
import type { JsonObject } from "../../packages/sdk/src/index.ts";
import { signIn } from "../../packages/testing/src/console-requests.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { browserOf, openServedConsole, type ServedConsole } from "./served.ts";

// Whole gateways with a threaded store and servers over stdio.
const patience = { timeout: 60_000 };
const program = resolve(
  import.meta.dirname,
  "../../packages/testing/src/programs/listed-server.ts",
);

/** A server with the tools of a file. */
function listing(folder: Folder, name: string, differences: JsonObject = {}): JsonObject {
  return {
    name,
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", program, resolve(folder.path, `${name}.json`)],
    mode: "dynamic",
    default_tool_config: { timeout: "PT7S" },
    ...differences,
  };
}

/** Opens a folder with the files that servers list. */
async function openLists(lists: Readonly<Record<string, readonly JsonObject[]>>): Promise<Folder> {
  const files: Record<string, string> = {};
  for (const [name, tools] of Object.entries(lists)) files[`${name}.json`] = JSON.stringify(tools);
  const folder = await openFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

const narrower = tool({
  description:
    "Returns the weather of a city for the coming week. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva tomorrow?",
  inputSchema: {
    type: "object",
    properties: {
      city: { type: "string", description: "Name of the city", minLength: 1, maxLength: 50 },
    },
    required: ["city"],
    additionalProperties: false,
  },
});

/** Serves a gateway whose lock has the tool, while its server offers a narrower one. */
async function openDrifted(): Promise<ServedConsole> {
  const lists = await openLists({ weather: [tool()] });
  const toolbox = { mcps: [listing(lists, "weather")] };
  await lists.write("toolcourt.yaml", JSON.stringify({ toolbox }));
  const environment = { PATH: env["PATH"] ?? "" };
  const locked = await run(["lock", "--approve"], { folder: lists.path, environment });
  expect(locked.code).toBe(0);
  await lists.write("weather.json", JSON.stringify([narrower]));
  const lock = await lists.read("toolcourt.lock");
  return openServedConsole({ toolbox }, { "toolcourt.lock": lock });
}

async function call(url: URL, name: string, given: JsonObject = { city: "Geneva" }) {
  const asked = spoken("tools/call", { name, arguments: given }, { era: "modern", lane: "fast" });
  return (await fetch(url, asked)).text();
}

describe("a tool that differs from its lock", patience, () => {
  it("is found, compared with a witness, and admitted live by its digest", async () => {
    const { get, post, follow, serving } = await openDrifted();
    const events = await follow("?topics=tools");
    const refused = await call(serving.url, "get-forecast");
    const { body: list } = await get("tools?state=held");
    const { body: shown } = await get("tools/weather/get-forecast");
    const { body: drift } = await get("tools/weather/get-forecast/drift");
    const { digest = "" } = drift;
    const wrong = await post("admissions/weather/get-forecast/admit", { digest: "sha256:0" });
    const admitted = await post("admissions/weather/get-forecast/admit", {
      digest,
      note: "Read it.",
    });
    const { body: after } = await get("tools/weather/get-forecast");
    const { body: standing } = await get("tools/weather/get-forecast/drift");
    const answered = await call(serving.url, "get-forecast");

    expect(refused).toContain("tool-quarantined");
    expect(list).toMatchObject({
      matching: 1,
      tools: [{ server: "weather", tool: "get-forecast", hold: "drifted" }],
    });
    expect(shown).toMatchObject({
      state: "held",
      next: "toolcourt lock --approve weather/get-forecast",
      contract: { received: { description: narrower["description"] } },
      explanation: {
        state: "drifted",
        settings: { timeoutMs: { value: 7_000, from: { kind: "file", file: "toolcourt.yaml" } } },
      },
    });
    expect(drift).toMatchObject({
      class: "breaking",
      isAdmissible: true,
      changes: [
        { pointer: "/description" },
        { pointer: "/inputSchema/properties/city/maxLength", was: "100", now: "50" },
      ],
      effects: [
        {
          kind: "breaking",
          pointer: "/inputSchema/properties/city/maxLength",
          witness: { side: "input" },
        },
        { kind: "cosmetic" },
      ],
    });
    expect(JSON.stringify(drift["locked"])).toMatch(/"digest":"sha256:/);
    expect(JSON.stringify(drift["locked"])).not.toContain(digest);
    expect(wrong).toMatchObject({ status: 409, body: { error: { code: "admission-refused" } } });
    expect(admitted).toMatchObject({ status: 200, body: { state: "admitted" } });
    expect(after).toMatchObject({ state: "callable", decision: { state: "admitted" } });
    expect(standing).toMatchObject({
      isAdmissible: false,
      decision: { digest, note: "Read it.", state: "admitted" },
    });
    expect(answered).toContain("21");
    await vi.waitFor(
      () => expect(events.at(-1)).toMatchObject({ data: { id: digest, status: "released" } }),
      5_000,
    );
  });

  it("is answered in the form that the pages read", async () => {
    const { get } = await openDrifted();
    const [list, shown, drift, servers] = await Promise.all(
      ["tools", "tools/weather/get-forecast", "tools/weather/get-forecast/drift", "servers"].map(
        async (path) => (await get(path)).body,
      ),
    );

    expect(toolPage(list, "").tools).toHaveLength(1);
    expect(toolAnswer(shown, "").explanation.settings.timeoutMs.value).toBe(7_000);
    expect(readDrift(drift, "").effects?.[0]?.witness?.side).toBe("input");
    expect(serverList(servers, "").servers[0]?.tools.quarantined).toBe(1);
  });

  it("shows a witness that the old contract takes and the new one refuses", async () => {
    const { get } = await openDrifted();

    const { body } = await get("tools/weather/get-forecast/drift");
    const [, text = ""] = /"value":"(\{.*?\})","part"/.exec(JSON.stringify(body)) ?? [];
    const [, city = ""] = /city\\":\\"([^\\]*)/.exec(text) ?? [];

    expect(city.length).toBeGreaterThan(50);
    expect(city.length).toBeLessThanOrEqual(100);
  });
});

function withTimeout(value: number, line: number): object {
  return { explanation: { settings: { timeoutMs: { value, from: { kind: "file", line } } } } };
}

describe("the tools of a gateway", patience, () => {
  it("have the settings of the files as a reload read them", async () => {
    const lists = await openLists({ weather: [tool()] });
    const toolbox = { mcps: [listing(lists, "weather")] };
    const { get, folder, serving } = await openServedConsole({ toolbox });
    const { body: before } = await get("tools/weather/get-forecast");
    const mcps = [listing(lists, "weather", { default_tool_config: { timeout: "PT3S" } })];
    const text = `# a comment\n${JSON.stringify({ toolbox: { mcps } })}`;
    await folder.write("toolcourt.yaml", text);
    await serving.reload();

    const { body: after } = await get("tools/weather/get-forecast");

    expect(before).toMatchObject(withTimeout(7_000, 1));
    expect(after).toMatchObject(withTimeout(3_000, 2));
  });

  it("tell what calls broke, at the tool and at its server", async () => {
    const strict = tool({
      outputSchema: {
        type: "object",
        properties: { celsius: { type: "string", description: "Degrees Celsius at noon" } },
        required: ["celsius"],
        additionalProperties: false,
      },
      _meta: {},
    });
    const lists = await openLists({ weather: [strict] });
    const { get, serving } = await openServedConsole({
      toolbox: { mcps: [listing(lists, "weather")] },
    });
    await call(serving.url, "get-forecast");

    const { body: shown } = await get("tools/weather/get-forecast");
    const { body: server } = await get("servers/weather");
    const { body: all } = await get("servers");
    const unknown = await get("servers/none");

    const output = { clause: "output", checked: 1, broken: 1 };
    expect(shown["counts"]).toContainEqual(output);
    expect(server).toMatchObject({
      name: "weather",
      mode: "dynamic",
      profiles: ["registry"],
      state: "ready",
      breaker: { isOpen: false, pausedTools: 0 },
    });
    expect(server["clauses"]).toContainEqual({ ...output, mode: "enforce" });
    expect(all["servers"]).toEqual([server]);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "server-absent" } } });
  });

  it("of another tenant are none, with every permission", async () => {
    const [south, north] = ["south", "north"].map(
      (tenant) => ({ tenant, key: `tck_${tenant}-0123456789-0123456789` }) as const,
    );
    const lists = await openLists({ weather: [tool(), tool({ name: "get-wind" })] });
    const keys = [south, north].map((each) => ({
      name: each?.tenant ?? "",
      sha256: createHash("sha256")
        .update(each?.key ?? "")
        .digest("hex"),
      tenant: each?.tenant ?? "",
      roles: ["reviewer"],
    }));
    const policy = `version: 1
roles: { reviewer: ["tools:read", "admissions:read", "weather:read"] }
statements:
  - { id: wind-north, effect: allow, tenants: [north], tools: [get-wind] }
...
`;
    const auth = { resource: "http://127.0.0.1/mcp", keys };
    const { serving } = await openServedConsole(
      {
        toolbox: { mcps: [listing(lists, "weather")] },
        server: { auth },
        policy: { file: "policy.yaml" },
      },
      { "policy.yaml": policy },
    );
    const { url } = serving;
    const seenBy = async (key = "") => {
      const { get } = browserOf(url, await signIn(url, { key }));
      const { body } = await get("tools");
      const paths = ["tools/weather/get-wind", "tools/weather/get-wind/drift"];
      const answers = await Promise.all(paths.map(get));
      return { list: body, statuses: answers.map(({ status }) => status) };
    };

    expect(await seenBy(south?.key)).toMatchObject({
      list: { tools: [], matching: 0, servers: [], summary: { tools: 0 } },
      statuses: [404, 404],
    });
    expect(await seenBy(north?.key)).toMatchObject({
      list: { tools: [{ tool: "get-wind" }], matching: 1, summary: { tools: 1 } },
      statuses: [200, 200],
    });
  });
});
