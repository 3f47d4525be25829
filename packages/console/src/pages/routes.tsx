import type { JSX } from "preact";
import type { Place } from "../router.ts";
import type { IconName } from "../ui/icons.tsx";
import { words } from "../words.ts";
import { ApprovalPage } from "./approval.tsx";
import { ApprovalsPage } from "./approvals.tsx";
import { OverviewPage } from "./overview.tsx";
import { UnknownPage } from "./unknown.tsx";

/** A page at its address. */
export interface Page {
  readonly title: string;
  /** Its entry in the navigation. */
  readonly entry: string;
  /** The permission without which the page asks the gateway nothing. Default: none. */
  readonly permission?: string;
  readonly content: JSX.Element;
}

export interface Entry {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly permission?: string;
}

/** The navigation. */
export const entries: readonly Entry[] = [
  { path: "/", title: words.nav.overview, icon: "overview" },
  {
    path: "/approvals",
    title: words.nav.approvals,
    icon: "approvals",
    permission: "approvals:read",
  },
];

/** Returns the page at an address. */
export function pageAt({ path, query }: Place): Page {
  if (path === "/") {
    return {
      title: words.overview.title,
      entry: "/",
      content: <OverviewPage query={query} />,
    };
  }
  const approvals = { entry: "/approvals", permission: "approvals:read" };
  if (path === "/approvals") {
    return { ...approvals, title: words.approvals.title, content: <ApprovalsPage query={query} /> };
  }
  const [, id] = /^\/approvals\/([^/]+)$/.exec(path) ?? [];
  if (id !== undefined) {
    const content = <ApprovalPage key={id} id={id} query={query} />;
    return { ...approvals, title: words.approvals.title, content };
  }
  return { title: words.unknownPage.title, entry: "", content: <UnknownPage /> };
}
