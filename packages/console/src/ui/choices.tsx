import type { JSX } from "preact";
import { href } from "../router.ts";

export interface Choice {
  readonly value: string;
  readonly title: string;
  /** Below `/console`. */
  readonly path: string;
}

export interface ChoicesProps {
  readonly label: string;
  readonly current: string;
  readonly choices: readonly Choice[];
}

/** A row of links, one of which is chosen: the filter of a list, or the tabs of a page. */
export function Choices({ label, current, choices }: ChoicesProps): JSX.Element {
  return (
    <nav class="choices" aria-label={label}>
      {choices.map(({ value, title, path }) => (
        <a key={value} href={href(path)} aria-current={value === current ? "true" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
