import type { Clock } from "../kernel/clock.ts";
import { announce } from "./announce.ts";
import { createFastLane } from "./fast-lane.ts";
import { type Listening, listenHttp } from "./http.ts";
import { createMcpServer, type Face } from "./mcp-server.ts";
import { openSessions } from "./sessions.ts";

export interface Place {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly clock: Clock;
}

/** Opens the HTTP entrance with all its lanes before a line. */
export function openHttp(face: Face, { host, port, clock }: Place): Promise<Listening> {
  const { line, arrival, closing } = face;
  const sessions = openSessions({
    clock,
    newId: arrival.newId,
    serverFor: () => createMcpServer(face, { era: "legacy", stays: true }),
    // On loopback without identities there is one principal.
    principalOf: () => arrival.principal.id,
  });
  return listenHttp({
    host,
    port,
    sessions,
    closing,
    serverFor: (client) => createMcpServer(face, client),
    fastLane: createFastLane(face, sessions),
    announce: (notify) => announce(line, notify),
    isReady: line.isReady,
    listed: line.listed,
  });
}
