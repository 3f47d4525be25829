import { Client } from "pg";

/** Opens a connection for some statements, and ends it. */
export async function askPostgres<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type PostgresClient = Client;
