import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { fakeGatewayApi, noRelays } from "@toolcourt/testing/entrance-deps";
import { expect, it } from "vitest";
import type { RelayRequest } from "../relays/relays.ts";
import { textIn } from "../relays/route.ts";
import { Announcing, type Listen, ListenBus } from "./announce.ts";

const newId = (): string => "id";

it("Announcing waits for the end of a response once, however much its client follows", async () => {
  const followed = new Set<string>();
  const relays = {
    ...noRelays,
    follow: async ({ params }: RelayRequest) => {
      const uri = textIn(params, "uri");
      followed.add(uri);
      return async () => void followed.delete(uri);
    },
  };
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: () => Promise.reject(new Error()),
    relays,
  });
  const listeningBus = new ListenBus();
  using announcing = new Announcing({ gateway, newId }, listeningBus);
  const response = new EventEmitter();
  const resourceSubscriptions = Array.from({ length: 50 }, (_, at) => `x:${at}`);

  const listen: Listen = {
    message: { params: { notifications: { resourceSubscriptions } } },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing of a response is needed but its end
    response: response as unknown as ServerResponse,
    principal: { id: "local", permissions: "all" },
  };
  await announcing.listening(listen, () => Promise.resolve());
  expect(followed.size, "a refused request follows nothing").toBe(0);

  await announcing.listening(listen, async () => {
    listeningBus.bus.subscribe(() => undefined);
  });
  expect(followed.size).toBe(50);
  expect(response.listenerCount("close")).toBe(1);
  response.emit("close");
  await new Promise(setImmediate);

  expect(followed.size).toBe(0);
});

it("Announcing notifies of a resource only clients that may follow it", async () => {
  const listeners: (() => void)[] = [];
  const open = {
    ...noRelays,
    follow: async (_: RelayRequest, changed: () => void) => {
      listeners.push(changed);
      return async () => undefined;
    },
  };
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: () => Promise.reject(new Error()),
    relays: open,
    relaysFor: ({ id }) => (id === "ada" ? open : noRelays),
  });
  const heard: string[] = [];
  const listeningBus = new ListenBus();
  using announcing = new Announcing({ gateway, newId }, listeningBus);
  for (const id of ["ada", "bob"]) {
    const listen: Listen = {
      message: { params: { notifications: { resourceSubscriptions: ["x:plans"] } } },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing of a response is needed but its end
      response: new EventEmitter() as unknown as ServerResponse,
      principal: { id, permissions: [] },
    };
    await announcing.listening(listen, async () => {
      await Promise.resolve();
      listeningBus.bus.subscribe(({ kind }) => heard.push(`${id} ${kind}`));
    });
  }

  for (const changed of listeners) changed();
  listeningBus.bus.publish({ kind: "tools_list_changed" });

  expect(heard).toEqual([
    "ada resource_updated",
    "ada tools_list_changed",
    "bob tools_list_changed",
  ]);
});
