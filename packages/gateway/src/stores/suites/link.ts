import { hash } from "node:crypto";
import type { Link, LinkSteps } from "../audit-store.ts";

/** An unchainable body, to show that a failing entry changes nothing. */
export const unchainable = '{"unchainable":true}';

const prefix = Buffer.from("suites");

/** The steps of `link`, for a database that takes the last one itself. */
export const linkSteps: LinkSteps = {
  leafOf: (body) => {
    if (body === unchainable) throw new Error("This body cannot be chained.");
    return hash("sha256", body, "binary");
  },
  hashOf: (previous = "0".repeat(64), leaf) => {
    const bytes = [prefix, Buffer.from(previous, "hex"), Buffer.from(leaf, "binary")];
    return hash("sha256", Buffer.concat(bytes), "hex");
  },
  prefix,
};

/** The link function that the suites open every store with. */
export const link: Link = (previous, body) => {
  const leaf = linkSteps.leafOf(body);
  return { hash: linkSteps.hashOf(previous, leaf), leaf };
};

/** Module URL of `link`, for a thread. */
export const linkModule = import.meta.url;
