import type { Effect } from "@toolcourt/sdk";
import type { Method } from "./draft.ts";

/** What a request does, as far as its method says. Whoever wrote or approved the tool may know better. */
export const effectOf: Readonly<Record<Method, Effect>> = {
  GET: "read",
  HEAD: "read",
  OPTIONS: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destroy",
};
