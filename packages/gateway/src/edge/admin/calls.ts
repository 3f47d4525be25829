import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { CallDesk, CallViewer } from "../../governance/calls/call-desk.ts";
import { listedJson, shownJson } from "../../governance/calls/call-json.ts";
import type { Principal } from "../../pipeline/call.ts";
import { callsAskIn, isAboutCalls } from "./call-requests.ts";
import { isOperator } from "./operator.ts";
import type { AdminPart } from "./part.ts";

const callsPermission = "calls:read";

/** Answers requests about calls, of the sender's own tenant only. */
export function callsPart(desk: () => CallDesk): AdminPart {
  return {
    isAbout: isAboutCalls,
    answer: async (request, { principal, require: permit }) => {
      const ask = callsAskIn(request);
      permit(callsPermission);
      const viewer = viewerOf(principal);
      if (ask.kind === "list") {
        const { max, behind, ...filter } = ask.page;
        return listedJson(await desk().list(filter, viewer, { max, behind }));
      }
      // No id is longer, and the audit log need not hold what a sender makes up.
      const found = ask.id.length > maxIdLength ? undefined : await desk().show(ask.id, viewer);
      if (found === undefined) throw new Refusal("call-unknown", {});
      return shownJson(found);
    },
  };
}

const maxIdLength = 64;

/** Here no tenant is an empty text. The operator looks at all. */
function viewerOf(principal: Principal): CallViewer {
  const within = isOperator(principal) ? {} : { tenant: principal.tenant ?? "" };
  return { by: principal.id, ...within };
}
