import type { ComponentChildren, JSX } from "preact";

/** A list of names with what they stand for. */
export function FactList({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <section class="card facts">
      <dl>{children}</dl>
    </section>
  );
}

export interface FactRowProps {
  readonly name: string;
  /** Whether it is an id or a digest. Default: no. */
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}

export function FactRow({ name, isCode = false, children }: FactRowProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : undefined}>{children}</dd>
    </div>
  );
}
