import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lackedFor, type Section } from "../pages/section.ts";
import { sections } from "../pages/sections.tsx";
import { href } from "../router.ts";
import { Icon } from "../ui/icons.tsx";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

export function Navigation({ current }: { readonly current: string }): JSX.Element {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (nav.current !== null) showCurrent(nav.current);
  }, [current]);
  return (
    <nav class="navigation" ref={nav} aria-label={words.nav.label}>
      <ul>
        {sections.map((entry) => (
          <li key={entry.path}>
            <Link entry={entry} isCurrent={entry.path === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a narrow screen the pages are one row, wider than the screen. */
function showCurrent(nav: HTMLElement): void {
  const link = nav.querySelector<HTMLElement>("[aria-current]");
  if (link === null) return;
  nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
}

interface LinkProps {
  readonly entry: Section;
  readonly isCurrent: boolean;
}

function Link({ entry, isCurrent }: LinkProps): JSX.Element {
  return (
    <a href={href(entry.path)} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={entry.icon} />
      <span>{entry.title}</span>
      <Mark entry={entry} />
    </a>
  );
}

/** Says that a permission is missing, or how many requests wait. */
function Mark({ entry }: { readonly entry: Section }): JSX.Element | null {
  const { may, overview } = useWorkspace();
  if (lackedFor(entry, may) !== undefined) {
    return (
      <span class="count" title={words.nav.lacks}>
        <Icon name="lock" />
        <span class="unseen">{words.nav.lacks}</span>
      </span>
    );
  }
  const waiting = overview.loaded.value.value?.waiting.approvals ?? 0;
  if (entry.path !== "/approvals" || waiting === 0) return null;
  return (
    <span class="count" title={words.nav.waiting(waiting)}>
      <span aria-hidden="true">{waiting}</span>
      <span class="unseen">{words.nav.waiting(waiting)}</span>
    </span>
  );
}
