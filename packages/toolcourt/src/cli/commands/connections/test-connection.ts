import { checkStanding } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type { ReadConnection } from "@toolcourt/gateway/internal/boundary/connections/settings";
import { EgressFailure } from "@toolcourt/gateway/internal/boundary/egress/egress-failure";
import { toRefusal } from "@toolcourt/gateway/internal/boundary/egress/to-refusal";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/connection-room";
import type { JsonObject } from "@toolcourt/sdk";
import type { CommandContext } from "../../command.ts";

/** Names used in failure messages. */
const errand = { tool: "this test", server: "this test" };

interface Testing {
  readonly opened: OpenedConnections;
  readonly context: CommandContext;
  readonly url: string | undefined;
}

/** Obtains the credential of a connection. If an address is given, sends it there once. */
export async function testConnection(
  connection: ReadConnection,
  { opened, context, url }: Testing,
): Promise<{ readonly text: string; readonly json: JsonObject }> {
  const { stored, settings } = connection;
  const { clock, signal } = context;
  checkStanding(connection, clock.now());
  const usable = { id: stored.id, tenant: stored.tenant, origins: settings.origins };
  const credential = await opened.connections.credential(usable, signal);
  const has = `The connection ${stored.name} has a credential`;
  if (url === undefined) return { text: `${has}.`, json: {} };
  await using egress = await opened.openEgress();
  const { status } = await egress
    .request({ method: "GET", url, credential, signal })
    .catch((error: unknown) => {
      throw error instanceof EgressFailure ? toRefusal(error, errand) : error;
    });
  return { text: `${has}, and the target answered with ${status}.`, json: { status } };
}
