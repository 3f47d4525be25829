import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { clientOf } from "./named-proxies.ts";
import { Forwarding, type ForwardLimits, listenToSiblings, type Siblings } from "./siblings.ts";

type Answer = (...given: Parameters<RequestListener>) => void | Promise<void>;

const limits: ForwardLimits = { signMs: 100, max: 2 };

/** Opens worker 1, which forwards all requests to worker 2, and the sockets of both. */
async function openFirst(stack: AsyncDisposableStack) {
  const folder = stack.use(await openFolder({}));
  const socketOf = (worker: number): string => join(folder.path, `${worker}.sock`);
  const siblings: Siblings = { own: 1, count: 2, socketOf };
  const forwarding = new Forwarding(siblings, limits);
  const server = createServer((request, response) => void forwarding.takes(request, response, 2));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const post = (more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: { "mcp-session-id": "2.a", ...more },
      body: "question",
    });
  const openSecond = async (answer: Answer): Promise<void> => {
    const listener: RequestListener = (request, response) => void answer(request, response);
    stack.use(await listenToSiblings({ ...siblings, own: 2 }, listener));
  };
  return { socketOf, post, openSecond };
}

/** Listens like a process that is stuck: it accepts, and reads nothing. */
async function openStuck(stack: AsyncDisposableStack, path: string): Promise<void> {
  const server = createSocketServer((socket) => {
    socket.pause();
    stack.defer(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  stack.defer(() => void server.close());
}

describe("a forwarded request", () => {
  it("is refused if its process gives no sign in time", async () => {
    await using stack = new AsyncDisposableStack();
    const { post, socketOf } = await openFirst(stack);
    await openStuck(stack, socketOf(2));
    const response = await post();

    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_603 } });
  });

  it("may take longer for its answer, and for a stream after it", async () => {
    await using stack = new AsyncDisposableStack();
    const { post, openSecond } = await openFirst(stack);
    await openSecond(async (request, response) => {
      request.resume();
      await systemClock.sleep(2 * limits.signMs);
      response.write("slow ");
      await systemClock.sleep(2 * limits.signMs);
      response.end("answer");
    });
    const response = await post();

    expect([response.status, await response.text()]).toEqual([200, "slow answer"]);
  });

  it("is refused while its process has too many", async () => {
    await using stack = new AsyncDisposableStack();
    const { post, openSecond } = await openFirst(stack);
    const both = Promise.withResolvers<void>();
    const held: (() => void)[] = [];
    await openSecond((request, response) => {
      request.resume();
      held.push(() => response.end("answer"));
      if (held.length === limits.max) both.resolve();
    });
    const waiting = [post(), post()];
    await both.promise;
    const third = await post();
    for (const release of held) release();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);

    expect(third.status).toBe(503);
    expect(third.headers.get("retry-after")).toBe("1");
    expect(await third.json()).toMatchObject({ jsonrpc: "2.0", error: { code: 7008 } });
    expect(statuses).toEqual([200, 200]);
  });

  it("brings the address of its client, whatever the client says", async () => {
    await using stack = new AsyncDisposableStack();
    const { post, openSecond } = await openFirst(stack);
    await openSecond((request, response) => {
      request.resume();
      response.end(clientOf(request));
    });
    const response = await post({ "toolcourt-client": "203.0.113.7" });

    expect(await response.text()).toBe("127.0.0.1");
  });

  it("finds no session if its process is gone", async () => {
    await using stack = new AsyncDisposableStack();
    const { post } = await openFirst(stack);

    expect((await post()).status).toBe(404);
  });
});
