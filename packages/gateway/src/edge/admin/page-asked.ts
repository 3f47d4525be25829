import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type ApprovalState,
  approvalStates,
  type StoredApproval,
} from "../../stores/approval-store.ts";

/** The requested part of a list. */
export interface PageAsked {
  readonly state: ApprovalState;
  readonly most: number;
  readonly behind?: Pick<StoredApproval, "createdAt" | "id">;
}

const usual: PageAsked = { state: "pending", most: 50 };
const mostListed = 100;
const expected = `state (${approvalStates.slice(0, -1).join(", ")} or ${approvalStates.at(-1)}), limit (1 to ${mostListed}) and cursor, each once`;

/** Parses a query. Refuses unknown and repeated keys. */
export function pageIn(query: string): PageAsked {
  const seen = new Set<string>();
  let page = usual;
  for (const [key, value] of new URLSearchParams(query)) {
    const wish = seen.has(key) ? undefined : wishes.get(key)?.(value);
    if (wish === undefined) throw new Refusal("request-invalid", { because: "query", expected });
    seen.add(key);
    page = { ...page, ...wish };
  }
  return page;
}

type Wish = (value: string) => Partial<PageAsked> | undefined;

const wishes: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  [
    "state",
    (value) => {
      const state = approvalStates.find((each) => each === value);
      return state && { state };
    },
  ],
  [
    "limit",
    (value) => {
      const most = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      return most >= 1 && most <= mostListed ? { most } : undefined;
    },
  ],
  [
    "cursor",
    (value) => {
      const [, at, id] = /^(\d{1,15})-([\da-f]{32})$/.exec(value) ?? [];
      return id === undefined ? undefined : { behind: { createdAt: Number(at), id } };
    },
  ],
]);

/** Returns the cursor for the items after an approval. */
export function cursorBehind({ createdAt, id }: StoredApproval): string {
  return `${createdAt}-${id}`;
}
