import { lookup } from "node:dns/promises";

/** Resolves a name to all its addresses. Rejects or returns an empty list if there are none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Uses the system resolver, including the hosts file. */
export const systemLookup: Lookup = async (host) => {
  const answers = await lookup(host, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
};
