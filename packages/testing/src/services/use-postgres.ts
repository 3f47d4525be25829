import { pid } from "node:process";
import { Client } from "pg";
import { sharedServer } from "./shared-server.ts";

export interface TestPostgres {
  /** Why tests cannot run. Undefined if they can. */
  readonly missing: string | undefined;
  /** Returns the address of a fresh, empty database. */
  readonly database: () => Promise<string>;
}

let made = 0;

/**
 * Returns the PostgreSQL of this run, and starts it if necessary. Call it at the top of a test
 * file.
 */
export async function usePostgres(): Promise<TestPostgres> {
  const shared = await sharedServer("postgres");
  if (shared.kind === "missing") return missingPostgres(shared.reason);
  return {
    missing: undefined,
    database: () => makeDatabase(shared.url),
  };
}

function missingPostgres(missing: string): TestPostgres {
  return { missing, database: () => Promise.reject(new Error(missing)) };
}

async function makeDatabase(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    made += 1;
    const name = `test_${pid}_${made}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 STRATEGY file_copy`);
    return url.replace("/postgres?", `/${name}?`);
  } finally {
    await client.end();
  }
}
