/** A request of a tool to a target. The gateway adds the credential, and the tool never sees it. */
export interface TargetRequest {
  readonly method: string;
  /** The target's own URL, even if the request goes through an API gateway. */
  readonly url: string;
  /** Headers without credentials. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The URL whose answer named `url` as its next page. Default: `url` is the tool's own. */
  readonly from?: string;
}

/** The answer of a target, without secrets that the gateway knows. */
export interface TargetAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** URL of the target that answered, after redirects. */
  readonly url: string;
  /** Whether the target reports a partial result. */
  readonly isPartial: boolean;
}

/** Requests to targets over the connection of the call. They end with the call. */
export interface ToolEgress {
  /** Rejects with an `InnerCallError` if the request is refused or fails. */
  readonly request: (request: TargetRequest) => Promise<TargetAnswer>;
}
