import { dirname, resolve } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lookup } from "../boundary/egress/address.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import { readReference } from "../boundary/secrets/sources/forms.ts";
import type { SourceDeps } from "../boundary/secrets/sources/sources.ts";
import { loadConfig, sourcesNamed } from "../config/load.ts";
import { type Expansion, refused } from "../config/variables.ts";
import { unchanged } from "./config-digest.ts";
import { type ConfigLookupDeps, type FoundConfig, findConfig, foundBefore } from "./find-config.ts";
import type { AcceptedFiles } from "./live/accepted-files.ts";
import { openProviderDoors } from "./open-connections.ts";
import { certificatesOf } from "./open-egress.ts";
import { type KeySourceDeps, systemKeyring } from "./open-key-source.ts";

export interface SecretsDeps
  extends Pick<Runtime, "clock" | "signal" | "random" | "randomBytes">,
    Pick<KeySourceDeps, "environment" | "openKeyring"> {
  /** The working folder. */
  readonly folder: string;
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
}

export interface WantedConfig {
  readonly config: string | undefined;
  /** The only configuration to accept. Default: any. */
  readonly configDigest?: string | undefined;
  /** What the other workers enforce, in place of the files. Default: the files. */
  readonly accepted?: AcceptedFiles | undefined;
}

/** Finds the configuration, and reads the secrets that its servers name. */
export async function findWithSecrets(
  { config, configDigest, accepted }: WantedConfig,
  deps: SecretsDeps & ConfigLookupDeps,
): Promise<FoundConfig> {
  const found =
    accepted === undefined
      ? unchanged(await findConfig(config, deps), configDigest)
      : foundBefore(accepted.config, config, deps);
  return readSecrets(found, config, deps);
}

/**
 * Reads the sources that the servers of a configuration name, each once. An invalid configuration
 * is refused first, so that none of its commands runs.
 */
export async function readSecrets(
  found: FoundConfig,
  file: string | undefined,
  deps: SecretsDeps,
): Promise<FoundConfig> {
  const { text, source } = found;
  const named = sourcesNamed(text, source);
  if (named.length === 0) return found;
  const { egress } = loadConfig(text, { ...source, opensNoServer: true });
  const folder = resolve(deps.folder, file === undefined ? "." : dirname(file));
  await using doors = openProviderDoors({ ...deps, ...(await certificatesOf(egress, { folder })) });
  const { openKeyring = systemKeyring } = deps;
  const askVault = createAskVault(doors.door, createHoldSecret(deps.randomBytes(32)));
  const reading = { ...deps, folder, openKeyring, askVault };
  const values = new Map(
    await Promise.all(
      named.map(async (reference) => [reference, await readOne(reference, reading)] as const),
    ),
  );
  const secrets = (reference: string): Expansion =>
    values.get(reference) ?? refused("This source was not read.");
  return { text, source: { ...source, secrets } };
}

// Loaded lazily: most configurations name no source.
async function readOne(reference: string, deps: SourceDeps): Promise<Expansion> {
  const [{ readSource }, { SourceError }] = await Promise.all([
    import("../boundary/secrets/sources/sources.ts"),
    import("../boundary/secrets/sources/source-error.ts"),
  ]);
  const source = readReference(reference);
  if (source === undefined) throw new TypeError("an unknown source was let through");
  try {
    return { kind: "text", text: await readSource(source, deps) };
  } catch (error) {
    if (error instanceof SourceError) return refused(error.message);
    throw error;
  }
}

/** Asks Vault like a provider: over `https`, or on this machine. The token is opened at the exit. */
function createAskVault(
  door: ReturnType<typeof openProviderDoors>["door"],
  holdSecret: ReturnType<typeof createHoldSecret>,
): SourceDeps["askVault"] {
  return async ({ url, headers, token, signal }) => {
    const { origin } = URL.parse(url) ?? { origin: "" };
    const credential = { headers: { "x-vault-token": holdSecret(token) }, origins: [origin] };
    try {
      const answer = await door(url, true).request({
        method: "GET",
        url,
        headers,
        credential,
        signal,
      });
      return { status: answer.status, body: Buffer.from(answer.body).toString("utf8") };
    } catch (error) {
      if (error instanceof EgressFailure) return { status: error.details.status };
      throw error;
    }
  };
}
