import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { shownForms, sourcePattern } from "../boundary/secrets/sources/forms.ts";
import { keysAndValues } from "./pieces.ts";

const sources = ["file", "env", "keyring"] as const;
const error = expected(shownForms(sources));

export const connectionsSchema = z.strictObject(
  {
    key: z
      .string({ error })
      .regex(sourcePattern(sources), { error })
      .default("file:.toolcourt/vault.key"),
  },
  keysAndValues,
);

export interface ConnectionsConfig {
  /** Location of the key that seals credentials. */
  readonly key: string;
}
