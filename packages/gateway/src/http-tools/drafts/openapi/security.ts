import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { SecurityNeed } from "../draft.ts";
import { textsIn } from "./media-types.ts";
import type { Operation } from "./operation.ts";

/**
 * Returns the security requirements by scheme name. The operation's own list replaces that of the
 * document.
 */
export function securityOf({ document, self }: Operation): readonly (readonly SecurityNeed[])[] {
  const stated = own(self.value, "security") ?? own(document.root, "security");
  return isJsonArray(stated) ? stated.map(needsOf) : [];
}

function needsOf(requirement: JsonValue): readonly SecurityNeed[] {
  if (!isJsonObject(requirement)) return [];
  return Object.entries(requirement).map(([scheme, scopes]) => ({
    scheme,
    scopes: textsIn(scopes).filter((scope) => scope !== ""),
  }));
}
