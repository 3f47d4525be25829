import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { heldTools } from "../catalog/held-tools.ts";
import { type AdminDeps, createAdmin } from "../edge/admin/admin.ts";
import { isOperator } from "../edge/admin/operator.ts";
import type { OpenAdmin } from "../edge/entrance.ts";
import { type AdminPartDeps, adminPartsOf } from "./admin-parts.ts";
import type { Review } from "./decide-on-calls.ts";
import type { ConfiguredGateway } from "./open-configured.ts";

type AdminMeans = Omit<AdminPartDeps, "configured" | "review">;

/** Opens the admin API. There is none without the services for reviewers. */
export function adminOf(
  configured: ConfiguredGateway,
  means: AdminMeans,
): { readonly admin?: OpenAdmin } {
  const { review } = configured.gateway;
  return review === undefined ? {} : { admin: createAdmin(adminDepsOf(configured, review, means)) };
}

/** Each request finds the parts of the gateway that is current: a reload replaces them. */
function adminDepsOf(configured: ConfiguredGateway, first: Review, means: AdminMeans): AdminDeps {
  const { gateway, authority } = configured;
  const review = (): typeof first => gateway.review ?? first;
  return {
    get approvals() {
      return review().approvals;
    },
    get grants() {
      return review().grants;
    },
    get drafts() {
      return review().drafts;
    },
    get quarantine() {
      return review().quarantine;
    },
    permits: (principal, permission) =>
      isOperator(principal) ? { kind: "permitted" } : review().permits(principal, permission),
    contractOf: (tool) => gateway.registry.current().tools.get(tool)?.contract,
    servers: gateway.describeServers,
    admissions: {
      get desk() {
        return review().admissions;
      },
      held: () => heldTools(gateway.registry),
      refresh: async () => authority?.admissions.refresh(),
    },
    parts: adminPartsOf({ ...means, configured, review }),
    live: liveViewOf(configured, means.clock),
  };
}

/** Undefined if the console is off: then nothing is observed. */
function liveViewOf(
  { gateway, authority, watch: { live } }: ConfiguredGateway,
  clock: Runtime["clock"],
): AdminDeps["live"] {
  if (live === undefined || authority === undefined) return undefined;
  const { ring: calls, feed } = live;
  return { clock, calls, feed, servers: gateway.lookAtServers, waiting: authority.waiting };
}
