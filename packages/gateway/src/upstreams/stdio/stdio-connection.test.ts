import { PassThrough, Writable } from "node:stream";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { ResponseMatcher } from "../response-matcher.ts";
import type { Child } from "./child.ts";
import { createStdioConnection, Tail } from "./stdio-connection.ts";

it("refuses more and ends a child that does not read, once 64 MB wait for it", async () => {
  let ends = 0;
  const stdin = new Writable({ write: () => undefined });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pipes of a child, without the child
  const child = {
    pid: 1,
    streams: { stdin, stdout: new PassThrough(), stderr: new PassThrough() },
    exited: new Promise<void>(() => undefined),
    closed: new Promise<void>(() => undefined),
    [Symbol.asyncDispose]: async () => {
      ends += 1;
      stdin.destroy();
    },
  } as unknown as Child;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is received here
  const matcher = { take: () => false } as unknown as ResponseMatcher;
  const { transport, closeReason } = createStdioConnection(child, matcher, {
    clock: createFakeClock(),
    listeners: {},
  });
  const text = "a".repeat(8 * 1024 * 1024);
  const send = () =>
    transport.send({ jsonrpc: "2.0", method: "notifications/x", params: { text } });

  for (let times = 0; times < 8; times += 1) await send();
  expect(ends).toBe(0);
  await expect(send()).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  await expect(send()).rejects.toMatchObject({ fault: { kind: "unreachable" } });

  expect(ends).toBe(1);
  expect(closeReason()).toMatchObject({ fault: { kind: "garbled" } });
});

it("keeps the end of a stream, and counts all of its bytes", () => {
  const tail = new Tail(5);
  for (const text of ["abcdefgh", "ij", "k"]) tail.push(Buffer.from(text));

  expect(tail.lastWords()).toEqual({ tail: "ghijk", bytes: 11 });
});
