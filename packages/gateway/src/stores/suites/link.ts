import { hash } from "node:crypto";
import type { Link } from "../audit-store.ts";

/** An unchainable body, to show that a failing entry changes nothing. */
export const unchainable = '{"unchainable":true}';

/** The link function that the suites open every store with. */
export const link: Link = (previous, body) => {
  if (body === unchainable) throw new Error("This body cannot be chained.");
  return {
    hash: hash("sha256", `${previous ?? "none"}\n${body}`, "hex"),
    leaf: hash("sha256", body, "binary"),
  };
};

/** Module URL of `link`, for a thread. */
export const linkModule = import.meta.url;
