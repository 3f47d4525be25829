import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Listening, openHttp } from "../../packages/gateway/src/edge/http.ts";
import { Shedding } from "../../packages/gateway/src/edge/shedding.ts";
import { createFakeClock } from "../../packages/testing/src/fake-clock.ts";
import { entranceDepsOf } from "../gate/entrance-deps.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";

const principal = { id: "local", permissions: "all" } as const;
const place = { host: "127.0.0.1", port: 0, clock: systemClock };
const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  connection: "close",
};

function ping({ url }: Listening): Promise<Response> {
  return fetch(url, { method: "POST", headers, body });
}

/** Connects and sends nothing. */
async function occupy({ url }: Listening): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(Number(url.port), url.hostname);
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, said: () => said };
}

describe("the HTTP entrance", () => {
  it.each([
    { max: 4, perCaller: 100 },
    { max: 100, perCaller: 4 },
  ])("refuses connections above its limits, and none once they are closed: %j", async (limits) => {
    await using opened = await openTestGateway("toolbox: {}");
    const deps = entranceDepsOf({ ...opened, principal });
    await using listening = await openHttp(deps, { ...place, connections: limits });
    const sockets = [];
    for (let i = 0; i < 10; i += 1) sockets.push(await occupy(listening));
    await systemClock.sleep(50);

    const refused = sockets.filter(({ said }) => /^HTTP.1.1 503 .*Retry-After/s.test(said()));
    expect(refused).toHaveLength(6);
    for (const { socket } of sockets) socket.destroy();
    await systemClock.sleep(50);
    expect((await ping(listening)).status).toBe(200);
  });

  it("refuses requests while memory is scarce, answers health pages, and resumes", async () => {
    await using opened = await openTestGateway("toolbox: {}");
    const clock = createFakeClock();
    let use = 0.5;
    const shedding = new Shedding({ clock, memoryUse: () => use });
    const deps = { ...entranceDepsOf({ ...opened, principal }), shedding };
    await using listening = await openHttp(deps, place);
    expect((await ping(listening)).status).toBe(200);

    use = 0.9;
    await clock.advance(250);
    const refused = await ping(listening);
    const health = await fetch(new URL("/healthz", listening.url));
    use = 0.5;
    await clock.advance(250);

    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ error: { code: 7008 } });
    expect(health.status).toBe(200);
    expect((await ping(listening)).status).toBe(200);
  });
});
