import type { JSX } from "preact";
import { words } from "../words.ts";
import { segmentsOf } from "./segments.ts";

export interface ForeignProps {
  readonly text: string;
  /** Shows line breaks as such. Default: as `\n`. */
  readonly lines?: boolean;
}

/**
 * Shows text that is not ours: names, descriptions, values, errors. Every other component passes such
 * text through this one. Hidden, reordering and deceptive characters become marked escapes.
 */
export function Foreign({ text, lines = false }: ForeignProps): JSX.Element {
  const rows = lines ? text.split("\n") : [text];
  return (
    <bdi class="foreign" dir="ltr" translate={false}>
      {rows.map((row, index) => (
        <>
          {index > 0 && <br />}
          {segmentsOf(row).map(({ text: part, isEscape }) =>
            isEscape ? <Escape text={part} /> : part,
          )}
        </>
      ))}
    </bdi>
  );
}

/** Line breaks and tabs are common. Everything else that needs an escape is suspicious. */
function Escape({ text }: { readonly text: string }): JSX.Element {
  const isBreak = text.length === 2;
  return (
    <mark
      class={isBreak ? "escape escape-break" : "escape"}
      title={isBreak ? words.escapes.blank : words.escapes.hidden}
    >
      {text}
    </mark>
  );
}
