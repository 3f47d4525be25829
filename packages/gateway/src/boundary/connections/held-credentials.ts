import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Credential } from "./connections.ts";

/** An opened credential of a connection, and its source. */
export interface HeldCredential {
  /** Changes whenever the sealed data, or the settings it is bound to, change. */
  readonly stamp: string;
  /** The generation of the connection's token. */
  readonly generation: number;
  readonly credential: Credential;
}

/** Credentials in use. Each is redacted in every text for as long as it may still occur. */
export interface HeldCredentials {
  readonly find: (id: string, stamp: string) => HeldCredential | undefined;
  readonly keep: (id: string, held: HeldCredential, secrets: readonly Secret[]) => HeldCredential;
  readonly generationOf: (credential: Credential) => number | undefined;
}

interface Kept {
  readonly held: HeldCredential;
  readonly holds: readonly Disposable[];
  /** Secrets of the previous token: answers to calls made with it may still arrive. */
  readonly older: readonly Disposable[];
}

const mostKept = 10_000;

export function createHeldCredentials(registry: Pick<SecretRegistry, "hold">): HeldCredentials {
  const kept = new Map<string, Kept>();
  const generations = new WeakMap<Credential, number>();
  const letGo = (id: string): void => {
    const { holds = [], older = [] } = kept.get(id) ?? {};
    for (const hold of [...holds, ...older]) hold[Symbol.dispose]();
    kept.delete(id);
  };

  return {
    find: (id, stamp) => {
      const held = kept.get(id)?.held;
      return held?.stamp === stamp ? held : undefined;
    },
    keep: (id, held, secrets) => {
      const before = kept.get(id);
      for (const hold of before?.older ?? []) hold[Symbol.dispose]();
      const holds = secrets.map((secret) => registry.hold(secret));
      kept.delete(id);
      kept.set(id, { held, holds, older: before?.holds ?? [] });
      generations.set(held.credential, held.generation);
      const [oldest] = kept.size > mostKept ? kept.keys() : [];
      if (oldest !== undefined) letGo(oldest);
      return held;
    },
    generationOf: (credential) => generations.get(credential),
  };
}
