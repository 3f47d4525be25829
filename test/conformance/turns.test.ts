import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { openTurns } from "./turns.ts";

function wait(port: number): { readonly socket: Socket; readonly turn: Promise<unknown> } {
  const socket = connect(port, "127.0.0.1");
  return { socket, turn: once(socket, "data") };
}

it("admits the next program only when one is done", async () => {
  await using turns = await openTurns(1);
  const first = wait(turns.port);
  await first.turn;
  const second = wait(turns.port);
  const third = wait(turns.port);
  const ahead = Promise.race([
    second.turn.then(() => "second"),
    third.turn.then(() => "third"),
    once(first.socket, "close").then(() => "first is done"),
  ]);

  first.socket.destroy();

  expect(await ahead).toBe("first is done");
  await second.turn;
  second.socket.destroy();
  expect(String(await third.turn)).toBe("Go on.");
  third.socket.destroy();
});
