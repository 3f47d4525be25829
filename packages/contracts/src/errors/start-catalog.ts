import { whyNoConsole } from "./console-catalog.ts";
import type { Catalog } from "./entry.ts";
import type { UpstreamWords } from "./quotation.ts";

/** The details of each failure to start. */
export interface StartErrorDetails {
  "tool-unconfigured": Configured & {
    readonly server: string;
    /** Further tools that are not configured. The message has the text once per tool. */
    readonly more?: readonly { readonly tool: string; readonly server: string }[];
  };
  "local-tool-unconfigured": Configured & {
    /** Further tools that are not configured, those of strict servers last. */
    readonly more?: readonly { readonly tool: string; readonly server?: string }[];
  };
  "tool-collision": {
    readonly tool: string;
    /** The server that registered the name second. */
    readonly server: string;
    /** The first owner of the name. */
    readonly owner: { readonly kind: "local" } | { readonly kind: "server"; readonly name: string };
    readonly toolboxPath: string;
  };
  "server-unreachable": {
    readonly server: string;
    /** Without user, password or query. */
    readonly address: string;
    /** In our own words, without the server's text. */
    readonly because: string;
    /** What the server wrote about it, cleaned and cut. Default: nothing. */
    readonly wrote?: UpstreamWords;
    /** The next command to type. Unset if there is no better one than the explanation. */
    readonly next?: string;
  };
  "lock-invalid": {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly problem: string;
  };
  "lock-missing": { readonly servers: readonly string[] };
  "gateway-absent": {
    /** The configuration, as it was named. */
    readonly file: string;
  };
  "console-unavailable": { readonly because: keyof typeof whyNoConsole };
  "restart-required": {
    /** The changed keys that a reload does not apply. */
    readonly keys: readonly string[];
  };
  "listen-failed": {
    readonly port: number;
    /** The configuration key of the port. Default: the gateway's own port. */
    readonly key?: string;
  };
  "store-unusable": {
    /** In our own words. */
    readonly because: string;
    /** The next command. Default: the one that shows the configuration. */
    readonly next?: string;
  };
  "box-unavailable": {
    /** The module of the tools, as the configuration names it. */
    readonly file: string;
    readonly because: keyof typeof whyNoBox;
    /** The key of the file that the box would show. Default: none. */
    readonly key?: string;
  };
  "sandbox-unavailable": {
    readonly server: string;
    readonly because: keyof typeof whyNoSandbox;
    /** The path that the configuration names. Default: none. */
    readonly path?: string;
    /** What of the gateway the sandbox would show. Default: nothing. */
    readonly key?: string;
  };
}

interface Configured {
  readonly tool: string;
  /** The names under `tools`, in file order. */
  readonly configured: readonly string[];
  /** The toolbox path as written in the configuration file. */
  readonly toolboxPath: string;
}

/** Every refusal to start with the tools found. The requirements quote two of these texts. */
export const startCatalog: Catalog<StartErrorDetails> = {
  "tool-unconfigured": {
    class: "validation",
    message: ({ tool, server, more = [], ...configured }) =>
      unconfiguredText([{ tool, server }, ...more], configured),
    meaning: "A server in strict mode offers a tool that is not in the configuration.",
    remedy: "Add the tool to the configuration, or change the mode of the server to dynamic.",
  },
  "local-tool-unconfigured": {
    class: "validation",
    message: ({ tool, more = [], ...configured }) =>
      unconfiguredText([{ tool }, ...more], configured),
    meaning: "A local tool is not in the configuration. Local tools are always strict.",
    remedy: "Add the tool to the configuration, or remove its module.",
  },
  "tool-collision": {
    class: "validation",
    message: ({ tool, server, owner, toolboxPath }) => {
      const other = owner.kind === "local" ? "a local tool" : `MCP server '${owner.name}'`;
      return `Tool '${tool}' from MCP server '${server}' has the same name as one from ${other}. Set naming: qualified for '${server}' in ${toolboxPath}.mcps.`;
    },
    meaning:
      "Two tools have the same name, and the configuration does not tell them apart. A server never replaces a local tool.",
    remedy: "Give the server qualified names, or exclude the tool with its denylist.",
  },
  "server-unreachable": {
    class: "system",
    message: ({ server, address, because, wrote }) =>
      `Failed to connect to MCP server '${server}' at ${address}
Error: ${because}${wrote === undefined ? "" : ` and wrote: ${JSON.stringify(wrote.text)}`}

The application cannot start without connecting to all configured MCP servers.`,
    meaning: "A required server could not be reached.",
    remedy:
      "Start the server and check its address, or set `required: false` for it. Behind a proxy or a certificate authority of your own, `inherit_env` hands their variables to `npx` and `uvx`.",
    next: ({ next }) => next,
  },
  "lock-invalid": {
    class: "validation",
    message: ({ file, line, column, problem }) => `${file}:${line}:${column} ${problem}`,
    meaning:
      "The lock was not written by toolcourt. It is rejected as a whole, since its contracts cannot be compared.",
    remedy: "Restore the lock from version control.",
  },
  "lock-missing": {
    class: "validation",
    message: ({ servers }) =>
      `There is no lock for ${servers.join(", ")}, and a frozen lock is never written.`,
    meaning:
      "The lock is frozen, so no contract is trusted on first use. There is no lock to compare with.",
    remedy: "Start once without freezing the lock, review the file and commit it.",
  },
  "gateway-absent": {
    class: "validation",
    message: ({ file }) =>
      `No gateway of this user runs with ${file} on this machine. Commands find one by a socket beside the configuration.`,
    meaning: "There is no running gateway to ask.",
    remedy:
      "Start one with `toolcourt serve`, or name its configuration with `-c`. A gateway in a container or of another user reloads on SIGHUP or by its admin API.",
  },
  "console-unavailable": {
    class: "validation",
    message: ({ because }) => `The console cannot be opened. ${whyNoConsole[because].text}`,
    meaning: "This gateway cannot serve the console, or cannot give a code for it.",
    remedy: "Do what the message says, and try again.",
    next: ({ because }) => whyNoConsole[because].next,
  },
  "restart-required": {
    class: "validation",
    message: ({ keys }) =>
      `A reload does not change ${keys.join(", ")}, so nothing was changed. Restart the gateway to apply the file, or undo this part of it.`,
    meaning:
      "The configuration changes a port, a store, a log or another part that stays open as long as the gateway runs.",
    remedy: "Restart the gateway, or take the named keys back and reload again.",
  },
  "listen-failed": {
    class: "system",
    message: ({ port, key }) =>
      `Cannot listen on port ${port}${key === undefined ? "" : ` (${key})`}: another program may be using it.`,
    meaning: "The gateway could not listen on its port.",
    remedy: "Stop the program that uses the port, or choose another port.",
    next: ({ key }) =>
      key === undefined ? "toolcourt serve --port 0" : "toolcourt explain-error listen-failed",
  },
  "store-unusable": {
    class: "system",
    message: ({ because }) => `The durable store cannot be used. ${because}`,
    meaning: "The store of the audit log and approvals cannot be used.",
    remedy: "Fix the problem in the message, or set another store under `stores.url`.",
    next: ({ next = "toolcourt effective" }) => next,
  },
  "box-unavailable": {
    class: "system",
    message: ({ file, because, key = "" }) =>
      `The tools of ${file} must run without network, because the profile is cloud-discovery. ${whyNoBox[because](key)}`,
    meaning:
      "Local tools of the profile `cloud-discovery` run in a process without network, and this gateway cannot start one.",
    remedy:
      "Do what the message says, or take `cloud-discovery` out of `toolbox.profile` and set it for single sets of HTTP tools.",
  },
  "sandbox-unavailable": {
    class: "system",
    message: ({ server, because, path = "", key = "" }) =>
      `MCP server '${server}' must run in a sandbox. ${whyNoSandbox[because](path, key)}`,
    meaning:
      "A stdio server has the key `sandbox`, and this gateway cannot start it in one. It is never started without.",
    remedy:
      "Do what the message says, or take `sandbox` out of the entry. Then the server has all rights of the gateway's user.",
    next: ({ because }) => repairs.get(because),
  },
};

const repairs: ReadonlyMap<keyof typeof whyNoSandbox, string> = new Map([
  ["bubblewrap", "apt-get install bubblewrap"],
  ["outdated", "apt-get install bubblewrap"],
  ["namespaces", "bwrap --unshare-user --unshare-pid --ro-bind / / true"],
]);

const whyNoSandbox = {
  platform: () => "That needs Linux; start the gateway there.",
  bubblewrap: () =>
    "Expected bwrap of bubblewrap in a folder of the gateway's PATH; there is none. Install the package bubblewrap.",
  outdated: () =>
    "Expected bubblewrap 0.8.0 or later; bwrap is older. Install a newer version of the package bubblewrap.",
  namespaces: () =>
    "Expected user, PID, mount and network namespaces; bwrap could not make them. Allow them for the gateway's user.",
  absent: (path: string) =>
    `Expected a file or folder at ${JSON.stringify(path)}; there is none. Create it, or take it out of the entry.`,
  exposed: (path: string, key: string) =>
    `Expected paths without files of the gateway; ${JSON.stringify(path)} would show ${key}. Name a narrower folder, or move one of them.`,
  moved: (path: string) =>
    `Expected no link at ${JSON.stringify(path)}; it lies in a folder that the server writes, so the link could lead anywhere. Remove the link, or list where it leads.`,
  movable: (path: string, server: string) =>
    `Expected paths that no other server can change; ${JSON.stringify(path)} lies in a folder that '${server}' writes, so it could lead anywhere. List that whole folder, or let '${server}' write a narrower one.`,
  "hash-unshown": (path: string) =>
    `Expected every file of \`file_hashes\` among those that the sandbox shows for reading; ${JSON.stringify(path)} is not. Add it to \`sandbox.read\`.`,
} as const;

const whyNoBox = {
  platform: () => "That needs Linux; start the gateway there.",
  namespaces: () =>
    "Expected user, network and mount namespaces, and unshare, setpriv and prlimit of util-linux; the start of such a process failed. Allow namespaces for the gateway's user, and install util-linux.",
  configuration: () =>
    "Expected the module in a folder of its own; it would see the configuration. Move it into a folder that does not hold the configuration.",
  file: (key: string) =>
    `Expected the module in a folder of its own; it would see the file that \`${key}\` names. Move one of them into another folder.`,
  library: (key: string) =>
    `Expected no file of the gateway among the system's libraries, which every box shows; \`${key}\` names one there. Move it into another folder.`,
  program: () =>
    "Expected a file; a tool that the program passes runs in the program. Name its module in `toolbox.local`.",
} as const;

interface Unconfigured {
  readonly tool: string;
  /** Undefined for a local tool. */
  readonly server?: string;
}

/** Returns the text of each tool. The requirements quote that of a server's tool. */
function unconfiguredText(
  tools: readonly Unconfigured[],
  { configured, toolboxPath }: Omit<Configured, "tool">,
): string {
  return tools
    .map(({ tool, server }) => {
      const names = `Configured tools: [${configured.join(", ")}]

To resolve:
1. Add the tool to ${toolboxPath}.tools in your configuration, OR`;
      return server === undefined
        ? `Local tool '${tool}' is not configured in the toolbox.

Missing Tool: ${tool}

${names}
2. Remove its module from ${toolboxPath}.local`
        : `Tool '${tool}' from MCP server '${server}' is not configured in the toolbox.

MCP Server: ${server}
Mode: strict
Missing Tool: ${tool}

${names}
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`;
    })
    .join("\n\n");
}
