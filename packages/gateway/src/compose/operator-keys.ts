import { hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { nearest } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "../boundary/files/printable.ts";
import type { Config } from "../config/config.ts";
import { nameProblem, withKey, withoutKey } from "../config/edit-keys-file.ts";
import { loadConfig } from "../config/load.ts";
import { fingerprintOf } from "../governance/identity/key-uses.ts";
import { holderIdOf, newKey, type StaticKey } from "../governance/identity/static-keys.ts";
import type { Policy } from "../governance/policy/policy.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";
import { changeKeysFile, type KeysPlace, readKeys } from "./change-keys-file.ts";
import { findConfig } from "./find-config.ts";
import { within } from "./open-durable-stores.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { readPolicyOnce } from "./read-policy-once.ts";

/** A key as it is listed: without its hash. */
export interface ListedKey extends Omit<StaticKey, "sha256"> {
  readonly from: "file" | "configuration";
  /** Milliseconds since 1970. Undefined if no use is known. */
  readonly lastUsedAt: number | undefined;
}

export interface KeyList {
  readonly keys: readonly ListedKey[];
  /** Why no use is known. Undefined if the store was read. */
  readonly unread: string | undefined;
}

export type KeyWishes = Omit<StaticKey, "sha256">;

/** A new key. Its text is nowhere else. */
export interface IssuedKey {
  readonly key: string;
  readonly file: string;
  /** All roles that the policy gives its holder. Undefined without a policy. */
  readonly roles: readonly string[] | undefined;
}

/** The keys of a gateway, for an operator. */
export interface OpenedKeys extends AsyncDisposable {
  /** Lists the keys with their last use, which needs the store. */
  readonly list: () => Promise<KeyList>;
  /** Lists the keys alone. */
  readonly read: () => Promise<readonly StaticKey[]>;
  /** Makes a key and stores its hash. */
  readonly issue: (wishes: KeyWishes) => Promise<IssuedKey>;
  /** Removes a key from the file, which it returns. */
  readonly revoke: (name: string) => Promise<string>;
}

interface Home {
  readonly config: Config;
  readonly configFile: string | undefined;
  readonly folder: string;
  readonly runtime: ProcessRuntime;
}

export async function openOperatorKeys(
  configFile: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedKeys> {
  const { text, source } = await findConfig(configFile, runtime);
  const config = loadConfig(text, { ...source, opensNoServer: true });
  const folder = resolve(runtime.folder, configFile === undefined ? "." : dirname(configFile));
  const home: Home = { config, configFile, folder, runtime };
  return {
    list: () => listKeys(home),
    read: async () => [...(config.auth?.keys ?? []), ...(await keysInFile(home))],
    issue: (wishes) => issueKey(home, wishes),
    revoke: (name) => revokeKey(home, name),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function listKeys(home: Home): Promise<KeyList> {
  const inFile = await keysInFile(home);
  const { uses, unread } = await usesIn(home);
  const listed = (from: ListedKey["from"], keys: readonly StaticKey[]): readonly ListedKey[] =>
    keys.map(({ sha256, ...key }) => {
      return { ...key, from, lastUsedAt: uses.get(fingerprintOf(sha256)) };
    });
  const configured = home.config.auth?.keys ?? [];
  return { keys: [...listed("configuration", configured), ...listed("file", inFile)], unread };
}

async function keysInFile(home: Home): Promise<readonly StaticKey[]> {
  const place = placeOf(home);
  return place === undefined ? [] : (await readKeys(place)).keys;
}

interface Uses {
  readonly uses: ReadonlyMap<string, number>;
  readonly unread: string | undefined;
}

/** Keys are in a file, so a store that cannot be read does not hide them. */
async function usesIn({ configFile, runtime }: Home): Promise<Uses> {
  try {
    const { stores } = await openOperatorStores(configFile, runtime, { mayBeMade: false });
    await using stack = new AsyncDisposableStack();
    stack.use(stores);
    const found = await stores.keyUses.list();
    return {
      uses: new Map(found.map(({ fingerprint, at }) => [fingerprint, at])),
      unread: undefined,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { uses: new Map(), unread: error.message };
  }
}

async function issueKey(home: Home, wishes: KeyWishes): Promise<IssuedKey> {
  const { name } = wishes;
  const place = neededPlaceOf(home);
  const problem = nameProblem(name);
  if (problem !== undefined) throw refused(problem, "toolcourt keys --help");
  const policy = await policyOf(home);
  if (policy !== undefined) assertRoles(wishes.roles, policy);
  const key = newKey(home.runtime.randomBytes);
  const issued = { ...wishes, sha256: hash("sha256", key, "hex") };
  await changeKeysFile(place, ({ text, keys }) => {
    if ([...place.others, ...keys].some((each) => each.name === name)) {
      const taken = `There is a key named ${printable(name)} already. Revoke it, or choose another name.`;
      throw refused(taken, "toolcourt keys list");
    }
    return withKey(text, issued);
  });
  const roles = policy && [...policy.standingOf(principalOf(wishes)).roles];
  return { key, file: place.file, roles };
}

function principalOf({ name, roles, tenant, isSystem }: KeyWishes): PolicyPrincipal {
  const kind = isSystem ? "system" : "user";
  const own = { id: holderIdOf(name), permissions: [], roles, kind } as const;
  return tenant === undefined ? own : { ...own, tenant };
}

async function revokeKey(home: Home, name: string): Promise<string> {
  const place = neededPlaceOf(home);
  if (place.others.some((key) => key.name === name)) {
    const problem = `The key ${printable(name)} is in the configuration itself. Remove it there. A running gateway takes the change by itself.`;
    throw refused(problem, "toolcourt effective");
  }
  await changeKeysFile(place, ({ text, keys }) => {
    if (text === undefined || keys.every((key) => key.name !== name)) {
      const names = keys.map((key) => key.name);
      const problem = `There is no key named ${printable(name)}.${guess(name, names)}`;
      throw refused(problem, "toolcourt keys list");
    }
    return withoutKey(text, name);
  });
  return place.file;
}

function placeOf({ config, folder, runtime }: Home): KeysPlace | undefined {
  const { keys: others, keysFile: file } = config.auth ?? { keys: [] };
  if (file === undefined) return undefined;
  const { clock, newId } = runtime;
  return { path: within(folder, file), file, others, clock, newId };
}

function neededPlaceOf(home: Home): KeysPlace {
  const place = placeOf(home);
  if (place !== undefined) return place;
  const problem =
    home.config.auth === undefined
      ? "The configuration has no server.auth, so callers need no key. Add it, with resource and keys_file: keys.yaml."
      : "The configuration names no key file. Add keys_file: keys.yaml to server.auth.";
  throw refused(problem, "toolcourt effective");
}

/** Reads the policy once. Undefined if the configuration names none. */
async function policyOf(home: Home): Promise<Policy | undefined> {
  const state = await readPolicyOnce(home.config, home.configFile, home.runtime);
  if (state === undefined) return undefined;
  if (state.kind === "usable") return state.policy;
  const named = home.config.authority.policy;
  const file = named?.from === "file" ? printable(named.file) : "the store";
  throw new Refusal("config-invalid", { file, problems: state.problems });
}

function assertRoles(roles: readonly string[], { roleNames }: Policy): void {
  const stranger = roles.find((role) => !roleNames.includes(role));
  if (stranger === undefined) return;
  const known = roleNames.length === 0 ? "has none" : `has ${roleNames.join(", ")}`;
  const problem = `The policy has no role ${printable(stranger)}; it ${known}.${guess(stranger, roleNames)}`;
  throw refused(problem, "toolcourt keys --help");
}

function guess(given: string, known: readonly string[]): string {
  const meant = nearest(given, known);
  return meant === undefined ? "" : ` Did you mean ${printable(meant)}?`;
}

function refused(problem: string, help: string): Refusal {
  return new Refusal("usage-invalid", { problem, help });
}
