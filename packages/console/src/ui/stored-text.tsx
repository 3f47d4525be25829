import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Foreign } from "./foreign.tsx";
import { segmentsOf } from "./segments.ts";

export interface StoredTextProps {
  readonly text: string;
  readonly label: string;
}

/** An element for each escape: a text full of them would take the browser seconds. */
const maxMarked = 1_000;

/** A text as it is stored, wrapped. Hidden and deceptive characters are marked escapes. */
export function StoredText({ text, label }: StoredTextProps): JSX.Element {
  const isMarked = useMemo(() => segmentsOf(text).length <= maxMarked, [text]);
  return (
    <pre tabIndex={0} aria-label={label} class="wrap stored">
      {isMarked ? <Foreign text={text} /> : <VisibleText text={text} />}
    </pre>
  );
}

/** Every character is printable ASCII or a letter that nothing can be mistaken for. */
function VisibleText({ text }: { readonly text: string }): JSX.Element {
  const shown = useMemo(() => visible(text), [text]);
  return <bdi dir="ltr">{shown}</bdi>;
}
