import type {
  Transport as ClientTransport,
  JSONRPCRequest,
  PriorDiscovery,
} from "@modelcontextprotocol/client";
import type { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Credential } from "../boundary/connections/connections.ts";
import type { Era } from "../protocol/era.ts";
import type { StatedExtension } from "../protocol/extensions.ts";
import type { Asking, UpstreamListeners } from "./upstream.ts";

export interface SendOptions {
  /** Aborted when the caller leaves. */
  readonly signal: Cancellation;
  readonly cancelHandle: CancelHandle;
  readonly era: Era;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Lets the listener of the caller's signal also close what the connection holds open for the request. One
 * abort listener serves both.
 */
export class CancelHandle {
  abort?: (() => void) | undefined;
}

/** Supplies the credential of the requests to one server. */
export interface CredentialSource {
  /** Returns the current credential, renewed if due. Throws a `Refusal` if there is none. */
  readonly current: (signal: AbortSignal) => Promise<Credential>;
  /** Reports that the server refused a credential. The next one is renewed, if its kind allows. */
  readonly refused: (credential: Credential) => Promise<void>;
  /**
   * Reports that the server demands more scopes. Returns whether the next credential has them, and
   * all scopes that it should have.
   */
  readonly stepUp: (
    credential: Credential,
    demanded: readonly string[],
  ) => Promise<{ readonly isWider: boolean; readonly scopes: readonly string[] }>;
  /** Returns the refusal of a call that the server denied with the credential. */
  readonly denied: (because: "token" | "scope", scopes: readonly string[]) => Refusal;
}

/** The byte channel to one server. */
export interface Connection extends AsyncDisposable {
  /** The SDK client's transport, for the handshake and all messages that are not answers to us. */
  readonly transport: ClientTransport;
  /** Sends a request. Calls `fail` once no answer can come, or throws if it cannot be sent. */
  readonly send: (
    request: JSONRPCRequest,
    options: SendOptions,
    fail: (error: unknown) => void,
  ) => void;
  /**
   * Tells the server that we leave, within a time limit. Called while the transport is still open.
   * Default: nothing to tell.
   */
  readonly farewell?: () => Promise<void>;
  /** Returns why the connection broke, if it did. */
  readonly closeReason: () => Error | undefined;
}

/** A file or folder that no sandbox shows. */
export interface HiddenPath {
  /** What it is, for messages. */
  readonly key: string;
  /** Need not exist yet. */
  readonly path: string;
  /** Whether folders inside it may be shown. Default: none of it is. */
  readonly mayShowInside?: true;
}

/** A folder that the sandbox of a server lets it write. */
export interface WrittenFolder {
  readonly server: string;
  readonly path: string;
}

/** What a sandbox needs to know of the gateway. */
export interface SandboxDeps {
  /** The server, for messages. */
  readonly server: string;
  /** Base of relative paths: the folder of the configuration. */
  readonly folder: string;
  /** Folder of the packages that `npx` would install. It belongs to the gateway. */
  readonly packages: string;
  /** Lists what no sandbox shows. */
  readonly hidden: () => Promise<readonly HiddenPath[]>;
  /** The folders that servers write. Default: none. */
  readonly written?: readonly WrittenFolder[] | undefined;
  /** Variables for the installation of packages, such as those of a proxy. */
  readonly installing: Readonly<Record<string, string>>;
  /** Finds the gateway's own control group. Default: the kernel bounds no sandbox. */
  readonly ownGroup?: () => OwnGroup | undefined;
}

/** Where the gateway's own process is, as the kernel says it. */
export interface OwnGroup {
  /** The text of `/proc/self/cgroup`. */
  readonly groups: string;
  /** The text of `/proc/self/mountinfo`. */
  readonly mounts: string;
}

/** Dependencies for opening an upstream. The signal aborts only the opening. */
export interface UpstreamDeps extends Pick<Runtime, "clock" | "signal"> {
  /** Resolves all addresses of a name. Default: the system's resolver. */
  readonly lookup?: ((host: string) => Promise<readonly string[]>) | undefined;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: string | undefined;
  readonly listeners: UpstreamListeners;
  /** Default: no credential besides the configured headers. Only for HTTP. */
  readonly credentials?: CredentialSource | undefined;
  /** One per server. Outlives a connection. */
  readonly memory: EraMemory;
  /**
   * Search path for commands. Also the child's `PATH` unless it has its own: a script with
   * `#!/usr/bin/env` finds nothing without one.
   */
  readonly searchPath: string;
  /**
   * Capabilities of callers that the server may use. Default: none. A legacy server learns them
   * once. A modern one gets its caller's own with each request, within these.
   */
  readonly allowedRequests?: readonly Asking[] | undefined;
  /**
   * Extensions that the gateway declares in its own requests. A legacy server learns them once, for
   * all callers. Default: none.
   */
  readonly extensions?: readonly StatedExtension[] | undefined;
  /** Needed by servers with a sandbox only. */
  readonly sandboxing?: SandboxDeps | undefined;
  /** Maximum number of tools. Default: that of `listAllTools`. */
  readonly maxTools?: number | undefined;
  /**
   * Whether to read a response to its end after the server was told that the caller left. Default:
   * it is closed at once.
   */
  readonly readsAfterCancel?: boolean;
}

// A permanent "legacy" verdict would hide that the server was upgraded to the modern era.
const legacyVerdictLastsMs = 24 * 60 * 60 * 1000;

/** Remembers the era of a server, so that it is probed once and not at every connection. */
export class EraMemory {
  readonly #clock: Clock;
  #verdict: PriorDiscovery | undefined;
  #since = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  recall(): PriorDiscovery | undefined {
    const isStale = this.#clock.monotonic() - this.#since >= legacyVerdictLastsMs;
    return this.#verdict?.kind === "legacy" && isStale ? undefined : this.#verdict;
  }

  remember(verdict: PriorDiscovery): void {
    if (this.#verdict?.kind !== verdict.kind) this.#since = this.#clock.monotonic();
    this.#verdict = verdict;
  }

  forget(): void {
    this.#verdict = undefined;
  }
}

/** Waits for work, but no longer than `ms`. */
export async function waitAtMost(work: Promise<unknown>, clock: Clock, ms: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, clock.sleep(ms, enough.signal).catch(() => undefined)]);
  enough.abort();
}
