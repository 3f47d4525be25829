import type { ComponentChildren, JSX } from "preact";

export interface FactProps {
  readonly name: string;
  /** Whether it is shown as code, on a line of its own. Default: no. */
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}

/** A name and what it stands for, in a list of them. */
export function Fact({ name, isCode = false, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : undefined}>{children}</dd>
    </div>
  );
}
