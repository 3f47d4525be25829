import { createServer, type Socket } from "node:net";

/** Limits how many programs run at once. A turn ends when its connection closes. */
export interface Turns extends AsyncDisposable {
  readonly port: number;
}

export async function openTurns(atOnce: number): Promise<Turns> {
  const waiting: Socket[] = [];
  const open = new Set<Socket>();
  let free = atOnce;

  function next(): void {
    if (free === 0) return;
    const socket = waiting.shift();
    if (socket === undefined) return;
    free -= 1;
    socket.once("close", () => {
      free += 1;
      next();
    });
    socket.write("Go on.");
  }

  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      open.delete(socket);
      const place = waiting.indexOf(socket);
      if (place >= 0) waiting.splice(place, 1);
    });
    // Without a reader the socket would not notice that the peer has gone.
    socket.resume();
    waiting.push(socket);
    next();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
