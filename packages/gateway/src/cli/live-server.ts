import { basename, extname } from "node:path";
import { printable } from "../boundary/files/printable.ts";
import { Refusal } from "../foundation/errors/refusal.ts";
import { cut } from "../foundation/kernel/nearest.ts";
import type { Transport } from "../upstreams/transport.ts";

/** A server that is reached over the network, or started for this and ended afterwards. */
export interface LiveServer {
  /** How messages and reports call it. */
  readonly label: string;
  /** It is called like its host or program, unless somebody names it. */
  readonly server: string;
  readonly transport: Transport;
}

export interface NamedServer {
  /** An address. */
  readonly address?: string;
  /** A program and its arguments. */
  readonly command?: readonly string[];
  readonly server: string | undefined;
  /** What to read when the words are wrong. */
  readonly help: string;
}

/** What a command line names as a server: an address, or a command that starts one in `folder`. */
export function liveServerOf(named: NamedServer, folder: string): LiveServer {
  const { address, command = [], server, help } = named;
  if (address !== undefined) return atAddress(address, server, help);
  const [program = "", ...args] = command;
  return {
    // Its arguments may be secrets.
    label: printable(cut(program)),
    server: server ?? basename(program, extname(program)),
    // It sees nothing of our environment but where programs are found.
    transport: { kind: "stdio", command: program, args, env: {}, cwd: folder },
  };
}

function atAddress(address: string, server: string | undefined, help: string): LiveServer {
  const url = URL.parse(address);
  if (url === null) {
    const problem = "Give a whole address, such as http://127.0.0.1:7420/mcp.";
    throw new Refusal("usage-invalid", { problem, help });
  }
  return {
    // User, password and query are nobody's business.
    label: printable(`${url.origin}${url.pathname}`),
    server: server ?? url.hostname,
    transport: { kind: "streamable_http", url },
  };
}
