import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import type { Folder } from "../../packages/testing/src/folder.ts";
import { openVaultServer, type VaultServer } from "../../packages/testing/src/vault-server.ts";
import { serverEntry } from "../promises/server-entry.ts";
import type { createCanaries } from "./canaries.ts";
import { type EchoServer, openEchoServer } from "./echo-server.ts";
import { keyringFile, useKeyring } from "./programs/keyring.ts";
import { mcpConnections } from "./stored.ts";

type Canaries = ReturnType<typeof createCanaries>;

/** Servers whose credentials stand in the configuration by name only. */
export interface SealedServers {
  /** Echo servers by the prefix of their tools. */
  readonly echoes: Readonly<Record<EchoPrefix, EchoServer>>;
  readonly vault: VaultServer;
  readonly entries: readonly JsonObject[];
  /** Variables of the gateway's process. */
  readonly env: Readonly<Record<string, string>>;
}

export const echoPrefixes = ["headed-", "signed-", "keyed-"] as const;
type EchoPrefix = (typeof echoPrefixes)[number];

/** Files of the operator that hold secrets by design. */
export const secretFiles = [
  "secret-of-a-file.txt",
  "secret-of-a-command.txt",
  "secret-of-a-keyring.json",
] as const;

/** Names of the canaries that each party was given and may hold. */
export const sealed = {
  header: "header of a server by variable",
  file: "secret in a file",
  context: "key of contexts",
  argument: "argument of a child",
  command: "environment of a child by command",
  keyring: "environment of a child by keyring",
  vault: "environment of a child by Vault",
  vaultToken: "token for Vault",
  failing: "environment of a child that fails",
  down: "header of a server that is down",
} as const;

const child = resolve(import.meta.dirname, "programs/echo-child.ts");

export async function openSealedServers(
  folder: Folder,
  canaries: Canaries,
  stack: AsyncDisposableStack,
): Promise<SealedServers> {
  const [headed, signed, keyed] = [
    stack.use(await openEchoServer("headed-")),
    stack.use(await openEchoServer("signed-")),
    stack.use(await openEchoServer("keyed-")),
  ];
  const token = canaries.make(sealed.vaultToken, "hvs.");
  const secrets = { crm: { token: canaries.make(sealed.vault) } };
  const vault = stack.use(await openVaultServer({ token, secrets }));
  const [fileSecret, commandSecret, keyring] = secretFiles;
  await folder.write(fileSecret, `${canaries.make(sealed.file)}\n`);
  await chmod(join(folder.path, fileSecret), 0o600);
  await folder.write(commandSecret, `${canaries.make(sealed.command)}\n`);
  await folder.write(keyring, JSON.stringify({ "crm/token": canaries.make(sealed.keyring) }));
  useKeyring(join(folder.path, keyring));
  const echoes = { "headed-": headed, "signed-": signed, "keyed-": keyed };
  return {
    echoes,
    vault,
    entries: [...remoteEntries(echoes), ...childEntries(fileSecret, commandSecret)],
    env: {
      [keyringFile]: join(folder.path, keyring),
      VAULT_ADDR: vault.address,
      VAULT_TOKEN: token,
      CANARY_OF_HEADER: canaries.make(sealed.header),
      CANARY_OF_CONTEXT: canaries.make(sealed.context),
      CANARY_OF_ARGUMENT: canaries.make(sealed.argument),
      CANARY_OF_FAILING: canaries.make(sealed.failing),
      CANARY_OF_DOWN: canaries.make(sealed.down),
    },
  };
}

function remoteEntries(echoes: SealedServers["echoes"]): readonly JsonObject[] {
  const [fileSecret] = secretFiles;
  const { oauth, headers } = mcpConnections;
  return [
    serverEntry("headed", echoes["headed-"].url.href, {
      headers: {
        Authorization: `Bearer \${file:${fileSecret}}`,
        "X-Api-Key": "${CANARY_OF_HEADER}",
      },
      pass_context: true,
      context_key: "${CANARY_OF_CONTEXT}",
    }),
    serverEntry("signed", echoes["signed-"].url.href, { connection: oauth }),
    serverEntry("keyed", echoes["keyed-"].url.href, { connection: headers }),
    serverEntry("down", "http://ada:${CANARY_OF_DOWN}@127.0.0.1:1/mcp", { required: false }),
  ];
}

/** A server whose environment comes from everywhere, and one that prints its own and ends. */
function childEntries(fileSecret: string, commandSecret: string): readonly JsonObject[] {
  const more = { transport: "stdio", mode: "dynamic", default_tool_config: {}, command: execPath };
  const args = ["--conditions=@toolcourt/source", child];
  const ofSources = `\${file:${fileSecret}} \${cmd:cat ${commandSecret}} \${keyring:crm/token}`;
  const all = `${ofSources} \${vault:secret/crm#token}`;
  return [
    {
      ...more,
      name: "sealed-child",
      args: [...args, "${CANARY_OF_ARGUMENT}", "sealed-child-says"],
      env: { ECHO_TOKEN: all },
    },
    {
      ...more,
      name: "failing-child",
      args,
      env: { ECHO_TOKEN: "${CANARY_OF_FAILING}", ECHO_END: "1" },
      required: false,
    },
  ];
}
