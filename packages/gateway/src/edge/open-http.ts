import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { announce } from "./announce.ts";
import { createCallers } from "./callers.ts";
import { createFastLane } from "./fast-lane.ts";
import { type Listening, listenHttp } from "./http.ts";
import { limitCallers } from "./limit-callers.ts";
import { createMcpServer, type Face } from "./mcp-server.ts";
import { openSessions } from "./sessions.ts";

export interface Place {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly clock: Clock;
}

/** Opens the HTTP entrance with all its lanes. Only this machine may call without an identity. */
export async function openHttp(face: Face, { host, port, clock }: Place): Promise<Listening> {
  const { line, arrival, closing, identities } = face;
  if (identities === undefined && !isLoopback(host)) {
    throw new Error("Whoever listens beyond this machine has to know who calls.");
  }
  const callers = limitCallers(createCallers(arrival.principal, identities), face.takeRequest);
  const { principalOf } = callers;
  const sessions = openSessions({
    clock,
    // An id has 122 random bits. A session id must be harder to guess.
    newId: () => `${arrival.newId()}${arrival.newId()}`,
    serverFor: () => createMcpServer(face, { era: "legacy", stays: true }, principalOf),
    principalOf: ({ auth }) => principalOf(auth).id,
    endOf: ({ auth }) => callers.endOf(auth),
  });
  return listenHttp({
    host,
    port,
    sessions,
    closing,
    clock,
    serverFor: (client) => createMcpServer(face, client, principalOf),
    fastLane: createFastLane(face, sessions, principalOf),
    announce: (listeners) => announce(line, listeners),
    isReady: line.isReady,
    listed: line.listed,
    callers,
    resource: identities?.resource,
    // Without identities every caller is the local principal, which would approve its own calls.
    ...(identities && face.admin && { admin: face.admin(callers, closing) }),
  });
}
