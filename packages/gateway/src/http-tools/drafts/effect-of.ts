import type { Effect } from "@toolcourt/sdk";
import type { Method } from "./draft.ts";

/** Effect derived from the method. The author or approver of the tool may override it. */
export const effectOf: Readonly<Record<Method, Effect>> = {
  GET: "read",
  HEAD: "read",
  OPTIONS: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destroy",
};
