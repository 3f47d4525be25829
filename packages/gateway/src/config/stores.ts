import { expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { type CosmosConfig, cosmosSchema, toCosmos } from "./cosmos.ts";
import { keysAndValues } from "./pieces.ts";
import type { Environment } from "./variables.ts";

const storeError = expectedUnseen("memory:, sqlite:<file>, or postgres://…");
const postgresError = expectedUnseen(
  "an address like postgres://user@host:5432/database, with a port of at most 65535",
);
const redisError = expectedUnseen("redis://… or rediss://…");
const redisPartsError = expectedUnseen(
  "an address like redis://host:6379/0, with a port of at most 65535",
);

/** The addresses of the stores. They may hold passwords, so they are never shown. */
export const storesSchema = z.strictObject(
  {
    url: z
      .string({ error: storeError })
      .regex(/^(memory:$|sqlite:(?!:memory:$).+|postgres(ql)?:\/\/.+)/, {
        error: storeError,
        abort: true,
      })
      .refine((url) => url.startsWith("sqlite:") || URL.canParse(url), { error: postgresError })
      .default("sqlite:.toolcourt/state.db"),
    redis: z.exactOptional(
      z
        .string({ error: redisError })
        .regex(/^rediss?:\/\/.+/, { error: redisError, abort: true })
        .refine((url) => URL.canParse(url), { error: redisPartsError }),
    ),
    cosmos: z.exactOptional(cosmosSchema),
  },
  keysAndValues,
);

export interface StoresConfig {
  readonly url: string;
  /** Shared limits. Default: each process counts alone. */
  readonly redis?: string;
  /** The account that holds some families of stores. Default: all are in `url`. */
  readonly cosmos?: CosmosConfig;
}

export function toStores(
  { cosmos, ...rest }: z.output<typeof storesSchema>,
  environment: Environment,
): StoresConfig {
  return { ...rest, ...(cosmos && { cosmos: toCosmos(cosmos, environment) }) };
}
