import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { heldTools } from "../catalog/held-tools.ts";
import { type AdminDeps, createAdmin } from "../edge/admin/admin.ts";
import type { Answering } from "../edge/admin/ask.ts";
import { isOperator } from "../edge/admin/operator.ts";
import type { AskReload } from "../edge/admin/reload.ts";
import type { OpenAdmin } from "../edge/entrance.ts";
import { adminPartsOf } from "./admin-parts.ts";
import { configurationViewOf } from "./configuration-view.ts";
import type { Review } from "./decide-on-calls.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { runningToolsIn } from "./running-tools.ts";

interface AdminMeans extends Pick<Runtime, "clock"> {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  /** Answers questions of people. Undefined without a host. */
  readonly answering: Answering | undefined;
}

/** Opens the admin API. There is none without the services for reviewers. */
export function adminOf(
  configured: ConfiguredGateway,
  means: AdminMeans,
): { readonly admin?: OpenAdmin } {
  const { review } = configured.gateway;
  return review === undefined ? {} : { admin: createAdmin(adminDepsOf(configured, review, means)) };
}

/** Each request finds the parts of the gateway that is current: a reload replaces them. */
function adminDepsOf(
  configured: ConfiguredGateway,
  first: Review,
  { askReload, clock, answering }: AdminMeans,
): AdminDeps {
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
    parts: adminPartsOf({
      askReload,
      answering,
      configuration: configurationViewOf(configured),
      runningTools: () => runningToolsIn(gateway.registry),
    }),
    live: liveViewOf(configured, clock),
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
