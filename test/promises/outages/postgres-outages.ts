import { systemClock } from "../../../packages/gateway/src/foundation/kernel/clock.ts";
import { openDatabase } from "../../../packages/gateway/src/stores/postgres/database.ts";
import type { TestServer } from "../../../packages/gateway/src/testing/services/test-server.ts";
import type { Outage } from "./outage.ts";

/** PostgreSQL ends, in good order or as if somebody had killed it, and comes back. */
export function gone(server: TestServer, how: "stop" | "crash"): Outage {
  return {
    name: how === "stop" ? "PostgreSQL stopped" : "PostgreSQL killed",
    begin: async () => {
      await server[how]();
      return server.start;
    },
  };
}

/** Somebody holds the table of the audit log and does not let go. */
export function tableHeld(server: TestServer): Outage {
  return {
    name: "PostgreSQL table held",
    begin: async () => {
      const options = { clock: systemClock, timeoutMs: 60_000, connections: 1 };
      const client = await openDatabase(server.url, options).connect();
      // A connection of ours would be ended by PostgreSQL itself after a while, and this one is somebody else's.
      await client.query("SET idle_in_transaction_session_timeout = 0");
      await client.query("BEGIN; LOCK TABLE toolcourt.audit IN ACCESS EXCLUSIVE MODE");
      return () => client.end();
    },
  };
}
