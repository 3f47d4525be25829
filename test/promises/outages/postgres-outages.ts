import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { Database } from "../../../packages/gateway/src/stores/postgres/database.ts";
import type { TestServer } from "../../../packages/testing/src/services/test-server.ts";
import type { Outage } from "./outage.ts";

/** PostgreSQL stops cleanly or crashes, and comes back. */
export function gone(server: TestServer, how: "stop" | "crash"): Outage {
  return {
    name: how === "stop" ? "PostgreSQL stopped" : "PostgreSQL killed",
    begin: async () => {
      await server[how]();
      return server.start;
    },
  };
}

/** Another session locks the audit table and keeps the lock. */
export function tableHeld(server: TestServer): Outage {
  return {
    name: "PostgreSQL table held",
    begin: async () => {
      const options = { clock: systemClock, timeoutMs: 60_000, connections: 1 };
      const client = await new Database(server.url, options).connect();
      // PostgreSQL would end a connection of ours after a while. This one simulates another client.
      await client.query("SET idle_in_transaction_session_timeout = 0");
      await client.query("BEGIN; LOCK TABLE toolcourt.audit IN ACCESS EXCLUSIVE MODE");
      return () => client.end();
    },
  };
}
