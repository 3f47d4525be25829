import type { JSX } from "preact";
import { href } from "../router.ts";
import { words } from "../words.ts";

export interface PagerProps {
  /** The list with its filters, without a cursor. */
  readonly path: string;
  /** Null on the first page. */
  readonly cursor: string | null;
  /** Undefined on the last page. */
  readonly next: string | undefined;
  /** Default: those of a list that has the newest first. */
  readonly titles?: { readonly first: string; readonly next: string };
}

const byTime = { first: words.newest, next: words.older };

/** Links to the next page of a list and back to the first one. */
export function Pager({ path, cursor, next, titles = byTime }: PagerProps): JSX.Element | null {
  if (cursor === null && next === undefined) return null;
  return (
    <p class="pages">
      {cursor !== null && <a href={href(path)}>{titles.first}</a>}
      {next !== undefined && <a href={href(withCursor(path, next))}>{titles.next}</a>}
    </p>
  );
}

function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}
