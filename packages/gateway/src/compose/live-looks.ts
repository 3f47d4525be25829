import { heldTools } from "../catalog/held-tools.ts";
import type { SeenState, StateLook } from "../edge/live/follow-states.ts";
import type { StoredApproval } from "../stores/approval-store.ts";
import type { Gateway } from "./open-gateway.ts";

/** An approval should be seen within a second, also if another replica or a command decides. */
const oftenMs = 500;
const seldomMs = 2_000;
const maxOpen = 100;

/** Returns how the console learns of changes that are not calls. */
export function looksOf(gateway: Gateway): readonly StateLook[] {
  return [approvalsLook(gateway), toolsLook(gateway), serversLook(gateway), draftsLook(gateway)];
}

/** Requests leave this list when they are used, denied, revoked or too old. */
function approvalsLook(gateway: Gateway): StateLook {
  const list = async (state: "pending" | "approved"): Promise<readonly StoredApproval[]> =>
    (await gateway.review?.approvals.list({ state, max: maxOpen })) ?? [];
  return {
    topic: "approvals",
    everyMs: oftenMs,
    look: async () => [...(await list("pending")), ...(await list("approved"))].map(approvalSeen),
    gone: async ({ key }) => {
      const approval = await gateway.review?.approvals.find(key);
      return approval && approvalSeen(approval);
    },
  };
}

function approvalSeen({ id, state, tool, yeses, tenant }: StoredApproval): SeenState {
  const isNew = state === "pending" && yeses.length === 0;
  const data = { id, tool, status: isNew ? "created" : state };
  return { key: id, state: `${state} ${yeses.length}`, data, tenant };
}

function toolsLook(gateway: Gateway): StateLook {
  return {
    topic: "tools",
    everyMs: seldomMs,
    look: async () =>
      heldTools(gateway.registry).map(({ server, tool, digest, hold }) => ({
        key: JSON.stringify([server, tool]),
        state: `${digest} ${hold.kind}`,
        data: { id: digest, server, tool, status: "held", code: hold.kind },
      })),
    gone: async (last) => withStatus(last, "released"),
  };
}

function serversLook(gateway: Gateway): StateLook {
  return {
    topic: "servers",
    everyMs: seldomMs,
    look: async () =>
      gateway.lookAtServers().map(({ name, state }) => ({
        key: name,
        state,
        data: { id: name, server: name, status: state, code: null },
      })),
    gone: async (last) => withStatus(last, "removed"),
  };
}

function draftsLook(gateway: Gateway): StateLook {
  return {
    topic: "drafts",
    everyMs: seldomMs,
    look: async () => {
      const drafts = (await gateway.review?.drafts.list({ state: "pending" })) ?? [];
      return drafts.map(({ set, name, digest }) => ({
        key: JSON.stringify([set, name]),
        state: digest,
        data: { id: digest, server: set, tool: name, status: "pending" },
      }));
    },
    gone: async (last) => withStatus(last, "decided"),
  };
}

function withStatus({ data, ...seen }: SeenState, status: string): SeenState {
  return { ...seen, data: { ...data, status, code: null } };
}
