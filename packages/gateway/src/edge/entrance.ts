import type { ServerResponse } from "node:http";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult, IncomingCall, Principal, Question } from "../pipeline/call.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { OpenRelays, Relays } from "../relays/relays.ts";
import type { TasksApi } from "../tasks/tasks.ts";
import type { AuthenticatedRequest, Callers } from "./callers.ts";
import type { GracefulShutdown } from "./graceful-shutdown.ts";

/** The gateway as an entrance sees it: the callable tools, and how to call them. */
export interface GatewayApi {
  /**
   * The tools that a principal may call, as listed. Principals with the same tools get the same
   * array.
   */
  readonly listed: (principal: Principal) => readonly JsonObject[];
  /** The same with the tools that a search takes out: calls can name them. Default: `listed`. */
  readonly fullList?: ((principal: Principal) => readonly JsonObject[]) | undefined;
  /** Throws a `Refusal` for a call that is refused. */
  readonly callTool: (
    call: IncomingCall,
    signal: Cancellation,
  ) => Promise<CheckedResult | Question>;
  /** What servers offer besides tools, and its changes. Nothing of it reaches a server. */
  readonly relays: OpenRelays;
  /** Returns the relays that a principal may use. */
  readonly relaysFor: (principal: Principal) => Relays;
  /** Notifies of changes to the callable tools. Returns the unsubscribe function. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Returns why calls would fail now, for a supervisor. Empty if the gateway is ready. */
  readonly whyNotReady: () => readonly NotReady[];
  /** Names the servers that are left out until the next start. Default: none. */
  readonly leftOut?: (() => readonly string[]) | undefined;
  /** Returns the files whose last change is not in force. Default: there are none. */
  readonly pendingFiles?: (() => readonly PendingFile[]) | undefined;
  /** Answers about calls that go on as tasks. Default: no call does. */
  readonly tasks?: OfferedTasks | undefined;
  /** Traces for requests that are not calls. Default: none. */
  readonly traces?: Traces;
}

/** Answers about tasks at one path. */
export interface OfferedTasks extends TasksApi {
  /** Whether calls that wait for an approval go on as tasks, whatever the servers have. */
  readonly waits: boolean;
  /** The endpoint of the path. Default: the whole gateway. */
  readonly endpoint?: string;
}

/** A part of the gateway at a path of its own. */
export interface EndpointApi {
  readonly name: string;
  readonly path: string;
  /** Its tools under its names, and what the servers offer that it names. */
  readonly gateway: GatewayApi;
}

/** A reason not to send calls here. It names no server: strangers read it too. */
export interface NotReady {
  /** Public: never rename one. */
  readonly code:
    | "server-unreachable"
    | "policy-unusable"
    | "store-unusable"
    | "audit-unusable"
    | "keys-unusable"
    | "workers-starting"
    | "stopping";
  readonly text: string;
  /** The next command to type. Default: it passes by itself. */
  readonly next?: string;
}

/** A file whose last change is not in force. It has no path: strangers read it too. */
export interface PendingFile {
  readonly file: "configuration" | "policy" | "keys" | "certificate";
  readonly state: "waiting" | "unusable";
}

/** Answers requests outside the protocol, at a path of its own. */
export type AdminHandler = (
  request: AuthenticatedRequest,
  response: ServerResponse,
) => Promise<void>;

/** Opens a side door at an entrance that authenticates its callers. */
export type OpenAdmin = (callers: Callers, shutdown: GracefulShutdown) => AdminHandler;

/** Where an entrance listens, for the console's links and its guard. */
export interface ConsoleAddress {
  /** Listening host. */
  readonly host: string;
  /** Our own address, as callers know it. Undefined if callers need no identity. */
  readonly resource: URL | undefined;
  readonly isTls: boolean;
}

/** Opens the console at an entrance. */
export type OpenConsole = (address: ConsoleAddress, shutdown: GracefulShutdown) => AdminHandler;
