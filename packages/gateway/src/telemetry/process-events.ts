import type { EventKind } from "./events.ts";

/** The fields of events about the processes of the gateway and their listeners. */
export interface ProcessFields {
  "memory.scarce": Readonly<Record<string, never>>;
  "memory.enough": Readonly<Record<string, never>>;
  "worker.ended": {
    readonly worker: number;
    /** Its exit code, the name of a signal, or why it was killed. */
    readonly because: string;
    readonly nextInMs: number;
  };
  "worker.failed": {
    readonly worker: number;
    /** Its exit code, the name of a signal, or why it was killed. */
    readonly because: string;
  };
  "workers.lost": { readonly afterMs: number };
  "worker.restarted": { readonly worker: number; readonly restarts: number };
  "metrics.listening": { readonly url: string };
  "probes.listening": { readonly url: string };
  "ext-mcp.listening": { readonly url: string };
  "ext-mcp.refused": {
    /** Why, for the last of them. */
    readonly because: string;
    /** Number of checks since the last line about them. */
    readonly checks: number;
  };
  "proxy.refused": {
    /** Why, for the last of them. */
    readonly because: string;
    /** Number of connections since the last line about them. */
    readonly connections: number;
  };
  "certificate.ending": { readonly file: string; readonly days: number };
  "config.reloaded": {
    readonly cause: "signal" | "command" | "admin" | "file";
    /** How many settings changed. */
    readonly changed: number;
    /** How many servers were started, connected anew or stopped. */
    readonly servers: number;
  };
  "config.refused": {
    readonly code: string;
    readonly next: string;
    readonly text: () => string;
  };
  "config.waiting": { readonly file: string };
  "control.unavailable": Readonly<Record<string, never>>;
  "certificate.replaced": { readonly file: string; readonly until: string };
  "certificate.waiting": { readonly file: string };
  "certificate.unusable": { readonly problem: string };
}

const causes = {
  signal: "on SIGHUP",
  command: "on toolcourt reload",
  admin: "on a request of the admin API",
  file: "since a change of the file only takes away",
} as const;

export const processEvents: {
  readonly [Name in keyof ProcessFields]: EventKind<ProcessFields[Name]>;
} = {
  "memory.scarce": {
    level: "warning",
    sentence: () => "Memory is scarce, new requests are refused until enough is free",
  },
  "memory.enough": {
    level: "info",
    sentence: () => "There is enough memory again, requests are accepted",
  },
  "worker.ended": {
    level: "error",
    sentence: ({ worker, because, nextInMs }) =>
      `Worker ${worker} ended (${because}), the others go on; it starts again in ${nextInMs} ms. Its calls may be unfinished. Next: toolcourt audit unfinished`,
  },
  "worker.failed": {
    level: "error",
    sentence: ({ worker, because }) =>
      `Worker ${worker} ended before it served (${because}), so the gateway does not start`,
  },
  "workers.lost": {
    level: "error",
    sentence: ({ afterMs }) =>
      `No worker has served for ${afterMs / 1_000} seconds, so the gateway ends`,
  },
  "worker.restarted": {
    level: "info",
    sentence: ({ worker, restarts }) => `Worker ${worker} serves again (restarts: ${restarts})`,
  },
  "metrics.listening": {
    level: "info",
    sentence: ({ url }) => `Metrics are at ${url}`,
  },
  "probes.listening": {
    level: "info",
    sentence: ({ url }) => `Probes are answered at ${url}`,
  },
  "ext-mcp.listening": {
    level: "info",
    sentence: ({ url }) => `Proxies ask about calls at ${url}`,
  },
  "ext-mcp.refused": {
    level: "warning",
    sentence: ({ because, checks }) =>
      `${checks} ${checks === 1 ? "check" : "checks"} of a proxy refused without a call, the last for: ${because}`,
  },
  "proxy.refused": {
    level: "warning",
    sentence: ({ because, connections }) =>
      `${connections} ${connections === 1 ? "connection" : "connections"} of proxies in server.proxies.from closed: ${because}. Each must begin with a PROXY preamble`,
  },
  "certificate.ending": {
    level: "warning",
    sentence: ({ file, days }) => `The certificate in ${file} ends in ${days} days; renew it`,
  },
  "config.reloaded": {
    level: "info",
    sentence: ({ cause, changed, servers }) =>
      `The configuration was read again (${causes[cause]}; changed settings: ${changed}, servers opened or closed: ${servers})`,
  },
  "config.refused": {
    level: "error",
    sentence: ({ text }) => `Nothing was reloaded: ${text()}`,
  },
  "control.unavailable": {
    level: "warning",
    sentence: () =>
      "No socket could be opened beside the configuration, so toolcourt reload and toolcourt console do not reach this gateway; SIGHUP reloads it",
  },
  "config.waiting": {
    level: "warning",
    sentence: ({ file }) =>
      `${file} was changed, and the change is not in force. Next: toolcourt effective --diff, then toolcourt reload`,
  },
  "certificate.replaced": {
    level: "info",
    sentence: ({ file, until }) =>
      `The certificate in ${file} was renewed until ${until}; new connections use it`,
  },
  "certificate.waiting": {
    level: "warning",
    sentence: ({ file }) =>
      `The certificate in ${file} has other names, or clients another authority; the gateway keeps the old files until it reloads`,
  },
  "certificate.unusable": {
    level: "error",
    sentence: ({ problem }) =>
      `The files of server.tls cannot be used, so the certificate in use stays: ${problem}`,
  },
};
