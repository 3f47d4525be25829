import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { keysAndValues } from "./pieces.ts";

const error = expected("file:<path>, env:<name> or keyring:<service>/<account>");

export const connectionsSchema = z.strictObject(
  {
    key: z
      .string({ error })
      .regex(/^(file:.+|env:[A-Za-z_]\w*|keyring:[\w.-]+\/[\w.-]+)$/, { error })
      .default("file:.toolcourt/vault.key"),
  },
  keysAndValues,
);

export interface ConnectionsConfig {
  /** Location of the key that seals credentials. */
  readonly key: string;
}
