import type { Arrivals } from "./arrivals.ts";
import type { Authenticate } from "./authenticate.ts";
import type { ProtectedResource } from "./protected-resource.ts";

/** Authentication for an entrance, and its challenges to callers. */
export interface Identities {
  readonly authenticate: Authenticate;
  readonly resource: ProtectedResource;
  /** Observes presented tokens. Default: none. */
  readonly arrivals?: Arrivals;
}
