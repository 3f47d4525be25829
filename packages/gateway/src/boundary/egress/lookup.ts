import { lookup } from "node:dns/promises";

/** Every address of a name. Fails, or gives none, where there is none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** What the system says, its hosts file included. */
export const systemLookup: Lookup = async (host) => {
  const answers = await lookup(host, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
};
