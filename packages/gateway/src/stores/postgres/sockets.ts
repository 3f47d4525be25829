import { Socket } from "node:net";

/** Tracks sockets, so that connections the server does not release can be destroyed. */
export interface Sockets {
  readonly open: () => Socket;
  readonly destroyAll: () => void;
}

export function createSockets(): Sockets {
  const sockets = new Set<Socket>();
  return {
    open: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
    destroyAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
