import { expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "./counting-server.ts";
import { entranceNames, openEntrances } from "./entrances.ts";
import { fitting } from "./forbidden.ts";
import { openTestGateway } from "./open-test-gateway.ts";
import { reading } from "./tools.ts";

it("S4-90: no entrance leads a call to the server that lost its name", async () => {
  await using loser = await openCountingServer({ tools: [reading("get-shared")] });
  await using winner = await openCountingServer({ tools: [reading("get-shared")] });
  const rest = "transport: streamable_http, mode: dynamic, default_tool_config: {}";
  const config = `toolbox: { collision: last-wins, mcps: [{ name: loser, url: "${loser.url}", ${rest} }, { name: winner, url: "${winner.url}", ${rest} }] }`;
  await using opened = await openTestGateway(config);
  await using folder = await openFolder({ "toolcourt.yaml": config });
  await using stack = new AsyncDisposableStack();
  const entrances = await openEntrances(
    { ...opened, principal: { id: "ada", permissions: "all" }, folder: folder.path },
    stack,
  );

  for (const name of entranceNames) {
    await entrances[name]("tools/call", { name: "get-shared", arguments: fitting });
    await entrances[name]("tools/call", { name: "loser__get-shared", arguments: fitting });
  }

  expect(loser.calls).toEqual([]);
  expect(winner.calls).toHaveLength(entranceNames.length);
});
