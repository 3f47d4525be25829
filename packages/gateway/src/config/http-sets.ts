import { z } from "zod";
import type { SetConnection } from "../http-tools/operations/for-set.ts";
import { webAddress } from "./address.ts";
import { fullText, keysAndValues, nameOf, trueOrFalse } from "./pieces.ts";

/** Where the tools of a set come from, where they go, and over what. */
export interface HttpSetSettings {
  readonly kind: "http_tools";
  /** A file with tools, as written. */
  readonly tools?: string;
  /** Whether the approved drafts of the set are tools. */
  readonly drafts: boolean;
  /** Where operations go that name no origin. */
  readonly base?: URL;
  readonly connection: SetConnection;
}

/** What a set of HTTP tools has that a server does not. */
export const httpSetKeys = {
  name: nameOf("the name of the set"),
  tools: z.exactOptional(fullText),
  drafts: trueOrFalse.default(false),
  base: z.exactOptional(webAddress),
  connection: z.exactOptional(fullText),
};

const onlyOwn = z.object(httpSetKeys, keysAndValues);

export function toHttpSet(set: z.output<typeof onlyOwn>): HttpSetSettings {
  const { tools, drafts, base, connection } = set;
  return {
    kind: "http_tools",
    drafts,
    connection: toConnection(connection),
    ...(tools !== undefined && { tools }),
    ...(base !== undefined && { base }),
  };
}

function toConnection(connection: string | undefined): SetConnection {
  if (connection === undefined) return { kind: "none" };
  return connection === "argument" ? { kind: "argument" } : { kind: "named", name: connection };
}
