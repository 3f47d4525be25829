import { z } from "zod";
import type { SetConnection } from "../http-tools/operations/for-set.ts";
import { webAddress } from "./address.ts";
import { fullText, keysAndValues, nameOf, trueOrFalse } from "./pieces.ts";

/** The source, the target and the connection of a tool set. */
export interface HttpSetSettings {
  readonly kind: "http_tools";
  /** A file with tools, as written. */
  readonly tools?: string;
  /** Whether approved drafts of the set become tools. */
  readonly drafts: boolean;
  /** Base of operations that name no origin. */
  readonly base?: URL;
  readonly connection: SetConnection;
}

/** The keys that only HTTP tool sets have. */
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
