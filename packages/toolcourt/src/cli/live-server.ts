import { basename, extname } from "node:path";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Transport } from "@toolcourt/gateway/internal/upstreams/transport";
import { usage } from "./command.ts";

/** A server reached over the network, or started for this command and stopped afterwards. */
export interface LiveServer {
  /** The name in messages and reports. */
  readonly label: string;
  /** Default: the name of the host or program. */
  readonly server: string;
  readonly transport: Transport;
}

export interface NamedServer {
  /** An address. */
  readonly address?: string;
  /** A program and its arguments. */
  readonly command?: readonly string[];
  readonly server: string | undefined;
}

/** Reports whether the argument is an address, not a file. */
export function isLive(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** Reads an address, or a command to start in `folder`, as a server. */
export function liveServerOf(named: NamedServer, folder: string): LiveServer {
  const { address, command = [], server } = named;
  if (address !== undefined) return atAddress(address, server);
  const [program = "", ...args] = command;
  return {
    // Leaves out the arguments, which may be secrets.
    label: printable(cut(program)),
    server: server ?? basename(program, extname(program)),
    // The child gets none of our environment except the program search path.
    transport: { kind: "stdio", command: program, args, env: {}, cwd: folder },
  };
}

function atAddress(address: string, server: string | undefined): LiveServer {
  const url = URL.parse(address);
  if (url === null) throw usage("Give a whole address, such as http://127.0.0.1:7420/mcp.");
  return {
    // Leaves out user, password and query, which may be secrets.
    label: printable(`${url.origin}${url.pathname}`),
    server: server ?? url.hostname,
    transport: { kind: "streamable_http", url },
  };
}
