import { resolve } from "node:path";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { type ClientName, clientTitles } from "@toolcourt/gateway/internal/edge/clients/clients";
import {
  clientMeans,
  type GatewayReach,
} from "@toolcourt/gateway/internal/edge/clients/gateway-entry";
import { type CommandContext, usage } from "../../command.ts";

export interface ReachWishes {
  readonly config: string | undefined;
  readonly url: string | undefined;
  readonly stdio: boolean;
  /** The variable with the caller's key. */
  readonly tokenEnv: string | undefined;
}

/** Decides how a client reaches the gateway: by its address, or as a program that it starts. */
export function gatewayReach(
  client: ClientName,
  wishes: ReachWishes,
  place: { readonly config: Config; readonly hasFile: boolean; readonly context: CommandContext },
): GatewayReach {
  const { url, stdio, tokenEnv } = wishes;
  const title = clientTitles[client];
  if (stdio || !clientMeans[client].takesUrl) {
    if (url !== undefined) {
      throw usage(
        stdio
          ? "Give --stdio or --url."
          : `${title} takes no address; it starts the gateway itself.`,
      );
    }
    if (tokenEnv !== undefined)
      throw usage("A client that starts the gateway itself needs no key.");
    return asProgram(wishes.config, place);
  }
  return {
    kind: "url",
    url: url === undefined ? addressOf(place.config) : checkedAddress(url),
    keyVariable: keyVariable(client, tokenEnv, place.config),
  };
}

function checkedAddress(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usage("Give --url a whole address, such as http://127.0.0.1:7420/mcp.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    throw usage("Leave user, password and query out of --url: the file may be read by others.");
  }
  return url.href;
}

/** Returns the public address, or the one on this machine. */
function addressOf({ listen, auth }: Config): string {
  if (auth !== undefined) return auth.resource.href;
  if (listen.port === 0) {
    throw usage("The configuration leaves the port to the system. Name the address with --url.");
  }
  const host = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  const reached = isLoopback(listen.host) ? host : "127.0.0.1";
  return `${listen.tls === undefined ? "http" : "https"}://${reached}:${listen.port}/mcp`;
}

function keyVariable(
  client: ClientName,
  given: string | undefined,
  { auth }: Config,
): string | undefined {
  const title = clientTitles[client];
  if (given === undefined) {
    const needsKey = auth !== undefined && auth.trusted.length === 0;
    if (!needsKey) return undefined;
    throw usage(
      "The gateway asks callers for a key. Name the variable that holds it, such as --token-env TOOLCOURT_KEY.",
    );
  }
  if (!/^[A-Za-z_]\w{0,127}$/.test(given) || redactFound(given) !== given) {
    throw usage("Give --token-env the name of a variable, not the key itself.");
  }
  if (clientMeans[client].reference === undefined) {
    throw usage(
      `${title} reads no variables in headers, so the key would stand in its file. Use --stdio: then it starts the gateway itself.`,
    );
  }
  return given;
}

/** Uses absolute paths: such a client has no working folder, and often another search path. */
function asProgram(
  config: string | undefined,
  { hasFile, context }: { readonly hasFile: boolean; readonly context: CommandContext },
): GatewayReach {
  const [command, ...args] = context.startCommand ?? [];
  if (command === undefined) {
    throw usage(
      "It is not known here how this program was started. Use a client that takes a URL.",
    );
  }
  const file = resolve(context.folder, config ?? defaultFile);
  if (!hasFile) {
    throw usage(`There is no ${printable(defaultFile)} here. Write one first: toolcourt init.`);
  }
  return { kind: "program", command, args: [...args, "serve", "--stdio", "-c", file] };
}
