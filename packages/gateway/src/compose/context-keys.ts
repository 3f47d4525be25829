import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { contextKeyVariable } from "@toolcourt/sdk";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { ServerConfig } from "../config/offering.ts";

export interface ContextKeysDeps extends Pick<Runtime, "newId"> {
  /** Default: nothing redacts the key. */
  readonly redaction?: Pick<Redaction, "registry"> | undefined;
}

/**
 * Gives a program that may know contexts a key of its own, in its environment. So it believes the
 * gateway that started it, and no text that another parent passes on.
 */
export function withContextKey(
  server: ServerConfig,
  { newId, redaction }: ContextKeysDeps,
): ServerConfig {
  const { context, transport } = server;
  if (context === undefined || transport.kind !== "stdio") return server;
  const key = `${newId()}-${newId()}`;
  redaction?.registry.holdValue(key);
  const env = { ...transport.env, [contextKeyVariable]: key };
  return { ...server, context: { key }, transport: { ...transport, env } };
}
