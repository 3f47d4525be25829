import {
  boolean,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

/** What became of a server. */
export const serverStates = ["ready", "left-out", "unreachable"] as const;
export type ServerState = (typeof serverStates)[number];

/** The last failure. `wrote` is the server's own text. */
export interface LastError {
  readonly at: number;
  readonly because: string;
  readonly wrote: { readonly text: string } | undefined;
}

/** How often the calls of all its tools kept and broke a clause. */
export interface ClauseSum {
  readonly clause: string;
  readonly mode: string;
  readonly checked: number;
  readonly broken: number;
}

export interface Server {
  readonly name: string;
  readonly address: string;
  readonly mode: string;
  readonly profiles: readonly string[];
  readonly required: boolean;
  readonly state: ServerState;
  readonly era: string | null;
  readonly since: number | null;
  readonly restarts: number;
  readonly lastError: LastError | undefined;
  readonly because: string | undefined;
  readonly next: string | undefined;
  readonly tools: {
    readonly admitted: number;
    readonly withApproval: number;
    readonly quarantined: number;
  };
  readonly resources: number;
  readonly templates: number;
  readonly prompts: number;
  /** Whether calls are sent, and how many tools are paused for one caller. */
  readonly breaker: { readonly isOpen: boolean; readonly pausedTools: number };
  readonly clauses: readonly ClauseSum[];
}

export const server: Read<Server> = object<Server>({
  name: text,
  address: text,
  mode: text,
  profiles: list(text),
  required: boolean,
  state: oneOf(serverStates),
  era: nullable(text),
  since: nullable(instant),
  restarts: number,
  lastError: optional(
    object<LastError>({
      at: instant,
      because: text,
      wrote: optional(object<{ readonly text: string }>({ text })),
    }),
  ),
  because: optional(text),
  next: optional(text),
  tools: object<Server["tools"]>({ admitted: number, withApproval: number, quarantined: number }),
  resources: number,
  templates: number,
  prompts: number,
  breaker: object<Server["breaker"]>({ isOpen: boolean, pausedTools: number }),
  clauses: list(object<ClauseSum>({ clause: text, mode: text, checked: number, broken: number })),
});

export const serverList: Read<{ readonly servers: readonly Server[] }> = object<{
  readonly servers: readonly Server[];
}>({ servers: list(server) });
