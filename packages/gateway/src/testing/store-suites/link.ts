import { hash } from "node:crypto";
import type { Link } from "../../stores/audit-store.ts";

/** A body that cannot be chained, for showing that nothing changes when its entry fails. */
export const unchainable = '{"unchainable":true}';

/** The suites open every store with this link. */
export const link: Link = (previous, body) => {
  if (body === unchainable) throw new Error("This body cannot be chained.");
  return {
    hash: hash("sha256", `${previous ?? "none"}\n${body}`, "hex"),
    leaf: hash("sha256", body, "binary"),
  };
};

/** Where a thread finds `link`. */
export const linkModule = import.meta.url;
