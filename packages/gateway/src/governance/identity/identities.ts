import type { Arrivals } from "./arrivals.ts";
import type { Authenticate } from "./authenticate.ts";
import type { ProtectedResource } from "./protected-resource.ts";

/** How an entrance learns who calls, and what it tells those who have yet to prove it. */
export interface Identities {
  readonly authenticate: Authenticate;
  readonly resource: ProtectedResource;
  /** Told of everybody who shows a token. */
  readonly arrivals?: Arrivals;
}
