import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { visible } from "../../governance/approvals/visible.ts";
import type { QuarantineDesk, Viewer } from "../../governance/results/quarantine-desk.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { ListedQuarantined } from "../../stores/quarantine-store.ts";
import { nothingIn } from "./grant-requests.ts";
import { cursorOf } from "./list-wishes.ts";
import { isOperator } from "./operator.ts";
import { type QuarantinePage, quarantineAskIn } from "./quarantine-requests.ts";

export interface QuarantineDeps {
  readonly quarantine: QuarantineDesk;
  readonly principal: Principal;
}

/**
 * Answers requests about broken results, of the sender's own tenant only. `permit` throws a
 * `Refusal` if the sender lacks a permission.
 */
export async function answerAboutQuarantine(
  { quarantine, principal }: QuarantineDeps,
  request: IncomingMessage,
  permit: (permission: string) => void,
): Promise<JsonObject> {
  const ask = quarantineAskIn(request);
  permit(ask.kind === "forget" ? "quarantine:forget" : "quarantine:read");
  const viewer = { by: principal.id, ...viewedBy(principal) };
  if (ask.kind === "list") return list(quarantine, viewer, ask.page);
  const { id } = ask;
  // No id is longer, and the audit log need not hold what a sender makes up.
  if (id.length > maxIdLength) throw unknown;
  if (ask.kind === "show") {
    const found = await quarantine.show(id, viewer);
    if (found === undefined) throw unknown;
    const { text, ...rest } = found;
    return { ...listedJson(rest), text, visible: visible(text) };
  }
  await nothingIn(request);
  const { forgotten } = await quarantine.forget([id], viewer);
  if (forgotten === 0) throw unknown;
  return { id, forgotten };
}

/** Here no tenant is an empty text. The operator looks at all. */
function viewedBy(principal: Principal): Pick<Viewer, "tenant"> {
  return isOperator(principal) ? {} : { tenant: principal.tenant ?? "" };
}

async function list(
  quarantine: QuarantineDesk,
  viewer: Pick<Viewer, "tenant">,
  { max, ...filter }: QuarantinePage,
): Promise<JsonObject> {
  const found = await quarantine.list(filter, viewer, max + 1);
  const page = found.slice(0, max);
  const last = found.length > max ? page.at(-1) : undefined;
  return {
    results: page.map(listedJson),
    isMore: last !== undefined,
    ...(last && { next: cursorOf(last) }),
  };
}

function listedJson({ at, issues, ...rest }: ListedQuarantined): JsonObject {
  return { ...rest, issues: [...issues], at: new Date(at).toISOString() };
}

const maxIdLength = 64;
const unknown = new Refusal("quarantined-unknown", {});
