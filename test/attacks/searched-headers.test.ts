import { expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { loadIndexTools } from "../../packages/host/src/compose/load-index-tools.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { entranceDepsOf } from "../gate/entrance-deps.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { speak } from "../gate/speak.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";

// A proxy may route by a header that repeats an argument. A search must not hide the tool from the
// check that both agree.

const inputSchema = {
  type: "object",
  properties: { city: { type: "string", "x-mcp-header": "City" } },
  required: ["city"],
  additionalProperties: false,
};

it.each([
  { path: "/mcp", name: "get-routed" },
  { path: "/mcp/team", name: "t_get-routed" },
])("a searched tool at $path is called with headers that agree only", async ({ path, name }) => {
  await using stack = new AsyncDisposableStack();
  const tools = [{ ...reading("get-routed"), inputSchema }];
  const server = stack.use(await openCountingServer({ tools }));
  const config = {
    toolbox: { mcps: [serverEntry("crm", server.url)] },
    server: { discovery: "search" },
    endpoints: [{ path: "/mcp/team", servers: ["crm"], prefix: "t_" }],
  };
  const opened = stack.use(
    await openTestGateway(JSON.stringify(config), { indexTools: loadIndexTools }),
  );
  const principal = { id: "local", permissions: "all" } as const;
  const { url } = stack.use(
    await openHttp(entranceDepsOf({ ...opened, principal }), {
      host: "127.0.0.1",
      port: 0,
      clock: systemClock,
    }),
  );
  const answerTo = async (repeated: string): Promise<string> => {
    const params = { name, arguments: { city: "Bern" } };
    const { message, headers } = speak("modern", { id: 1, method: "tools/call", params, meta: {} });
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-param-city": repeated,
      },
      body: JSON.stringify(message),
    });
    return response.text();
  };

  expect(await answerTo("Geneva")).toContain("-32020");
  expect(server.calls).toEqual([]);
  expect(await answerTo("Bern")).toContain("celsius");
  expect(server.calls).toHaveLength(1);
});
