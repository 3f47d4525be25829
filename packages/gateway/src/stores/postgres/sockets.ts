import { Socket } from "node:net";

/** The sockets of connections, so that those can be left that the other side does not let go. */
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
