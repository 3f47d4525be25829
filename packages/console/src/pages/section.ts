import type { JSX } from "preact";
import type { IconName } from "../ui/icons.tsx";

/** What a page gets from its address. */
export interface PageProps {
  readonly query: URLSearchParams;
  /** The decoded texts in place of the names of the path, in order. */
  readonly parts: readonly string[];
}

export type PageComponent = (props: PageProps) => JSX.Element;

/** A page below its section. */
export type Route = RoutePlace &
  /** Part of what the browser loads first. */
  (
    | { readonly page: PageComponent }
    /** Loaded when it is first opened. */
    | { readonly load: () => Promise<PageComponent> }
  );

interface RoutePlace {
  /** `{name}` in it matches one part. */
  readonly path: string;
  /** In place of that of its section. Default: the same. */
  readonly permission?: string;
}

/** An entry of the navigation with its pages. */
export interface Section {
  /** Below `/console`, such as `/approvals`. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** The permission without which its pages ask the gateway nothing. Default: none. */
  readonly permission?: string;
  /** A permission that is enough too. Default: none. */
  readonly orPermission?: string;
  readonly routes: readonly Route[];
}

/** Returns the permission that a principal lacks for a section. Undefined if it may see it. */
export function lackedFor(
  {
    permission,
    orPermission,
  }: { readonly permission?: string | undefined; readonly orPermission?: string | undefined },
  may: (permission: string) => boolean,
): string | undefined {
  if (permission === undefined || may(permission)) return undefined;
  return orPermission !== undefined && may(orPermission) ? undefined : permission;
}
