import { resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { StoreError } from "../../stores/store-error.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import { type createHoldSecret, type Secret, withPrefix } from "../secrets/secret.ts";
import { VaultError } from "../secrets/vault-error.ts";
import type { Credential } from "./connections.ts";
import {
  boundTo,
  generationOf,
  openField,
  type ReadConnection,
  type SettingsOf,
} from "./settings.ts";
import { readTokenFile } from "./token-file.ts";

export interface OpenCredentialDeps {
  readonly vault: Pick<CurrentVault, "open">;
  readonly held: HeldCredentials;
  readonly holdSecret: ReturnType<typeof createHoldSecret>;
  /** Base of relative paths. */
  readonly folder: string;
}

export type OpenCredential = (connection: ReadConnection) => Promise<HeldCredential>;

/** Opens the stored credential of a connection, at most once per token. */
export function createOpenCredential(deps: OpenCredentialDeps): OpenCredential {
  const { held } = deps;

  const keep = (
    { stored, settings }: ReadConnection,
    stamp: string,
    opened: Opened,
  ): HeldCredential => {
    const credential = { headers: opened.headers, origins: settings.origins };
    const generation = generationOf({ stored, settings });
    return held.keep(stored.id, { stamp, generation, credential }, opened.secrets);
  };

  return async (connection) => {
    const { stored, settings } = connection;
    const stamp = `${generationOf(connection)} ${boundTo(connection)}`;
    if (settings.kind === "token" && settings.file !== undefined) {
      const token = await tokenIn(settings.file, connection, deps);
      // The mark differs per token without revealing it.
      const marked = `${stamp} ${String(token)}`;
      const known = held.find(stored.id, marked);
      if (known !== undefined) return known;
      // The path is sealed too: write access to the store must not redirect which file is read or
      // sent.
      await fieldOf(deps.vault, connection, "file");
      return keep(connection, marked, { headers: headerOf(settings, token), secrets: [token] });
    }
    const known = held.find(stored.id, stamp);
    if (known !== undefined) return known;
    return keep(connection, stamp, await opening(connection, deps));
  };
}

interface Opened {
  readonly headers: Readonly<Record<string, Secret>>;
  /** The bare secrets to redact, without surrounding text. */
  readonly secrets: readonly Secret[];
}

async function opening(connection: ReadConnection, { vault }: OpenCredentialDeps): Promise<Opened> {
  const { settings } = connection;
  if (settings.kind === "headers") {
    const headers: Record<string, Secret> = {};
    for (const name of settings.names) {
      headers[name] = await fieldOf(vault, connection, `header:${name}`);
    }
    return { headers, secrets: Object.values(headers) };
  }
  if (settings.kind === "token") {
    const token = await fieldOf(vault, connection, "token");
    return { headers: headerOf(settings, token), secrets: [token] };
  }
  const token = await fieldOf(vault, connection, "access_token");
  return { headers: { authorization: withPrefix(token, "Bearer ") }, secrets: [token] };
}

function headerOf(
  { header, prefix }: SettingsOf<"token">,
  token: Secret,
): Readonly<Record<string, Secret>> {
  return { [header]: prefix === "" ? token : withPrefix(token, prefix) };
}

async function tokenIn(
  file: string,
  { stored }: ReadConnection,
  { folder, holdSecret }: OpenCredentialDeps,
): Promise<Secret> {
  const text = await readTokenFile(resolve(folder, file));
  if (text === undefined) {
    throw new Refusal("connection-unavailable", { connection: stored.name, because: "file" });
  }
  return holdSecret(text);
}

/** Opens a sealed field. A failure reveals nothing about its content. */
async function fieldOf(
  vault: Pick<CurrentVault, "open">,
  connection: ReadConnection,
  field: string,
): Promise<Secret> {
  const opened = await orUnavailable(connection.stored.name, () =>
    openField(vault, connection, field),
  );
  if (opened === undefined) throw unopened(connection.stored.name);
  return opened;
}

/** Translates errors of the vault and the store into refusals. */
export async function orUnavailable<T>(connection: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VaultError) throw unopened(connection, error);
    if (error instanceof StoreError) {
      throw new Refusal(
        "connection-unavailable",
        { connection, because: "store" },
        { cause: error },
      );
    }
    throw error;
  }
}

function unopened(connection: string, cause?: VaultError): Refusal {
  return new Refusal("connection-unavailable", { connection, because: "vault" }, { cause });
}

/** An opened credential of a connection, and its source. */
export interface HeldCredential {
  /** Changes whenever the sealed data, or the settings it is bound to, change. */
  readonly stamp: string;
  /** The generation of the connection's token. */
  readonly generation: number;
  readonly credential: Credential;
}

interface Kept {
  readonly held: HeldCredential;
  readonly holds: readonly Disposable[];
  /** Secrets of the previous token: answers to calls made with it may still arrive. */
  readonly older: readonly Disposable[];
}

const maxKept = 10_000;

/** Credentials in use. Each is redacted in every text for as long as it may still occur. */
export class HeldCredentials {
  readonly #registry: Pick<SecretRegistry, "hold">;
  readonly #kept = new Map<string, Kept>();
  readonly #generations = new WeakMap<Credential, number>();

  constructor(registry: Pick<SecretRegistry, "hold">) {
    this.#registry = registry;
  }

  find(id: string, stamp: string): HeldCredential | undefined {
    const held = this.#kept.get(id)?.held;
    return held?.stamp === stamp ? held : undefined;
  }

  keep(id: string, held: HeldCredential, secrets: readonly Secret[]): HeldCredential {
    const before = this.#kept.get(id);
    for (const hold of before?.older ?? []) hold[Symbol.dispose]();
    const holds = secrets.map((secret) => this.#registry.hold(secret));
    this.#kept.delete(id);
    this.#kept.set(id, { held, holds, older: before?.holds ?? [] });
    this.#generations.set(held.credential, held.generation);
    const [oldest] = this.#kept.size > maxKept ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#letGo(oldest);
    return held;
  }

  generationOf(credential: Credential): number | undefined {
    return this.#generations.get(credential);
  }

  #letGo(id: string): void {
    const { holds = [], older = [] } = this.#kept.get(id) ?? {};
    for (const hold of [...holds, ...older]) hold[Symbol.dispose]();
    this.#kept.delete(id);
  }
}
