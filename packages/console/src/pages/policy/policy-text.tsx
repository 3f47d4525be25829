import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Mark } from "./shapes.ts";
import { policyWords as words } from "./words.ts";

/** More would make the page slow. */
const maxLines = 2_000;

export interface PolicyTextProps {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** The line to show. Default: the first one. */
  readonly current?: number | undefined;
}

/** A text with the numbers of its lines, and what is wrong below each of them. */
export function PolicyText({ text, marks, current }: PolicyTextProps): JSX.Element {
  const lined = useRef<HTMLOListElement>(null);
  useEffect(() => {
    lined.current?.querySelector(".line-current")?.scrollIntoView({ block: "center" });
  }, [current]);
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.lines}>
        <ol class="lines" ref={lined}>
          {lines.slice(0, maxLines).map((line, index) => (
            <li key={index} class={index + 1 === current ? "line-current" : undefined}>
              <code>
                <Foreign text={line} />
              </code>
              <Marks marks={marks.filter((mark) => mark.line === index + 1)} />
            </li>
          ))}
        </ol>
      </div>
      {lines.length > maxLines && <p class="muted">{words.cut(maxLines)}</p>}
    </>
  );
}

/** Mistakes with their places. */
export function Marks({ marks }: { readonly marks: readonly Mark[] }): JSX.Element | null {
  if (marks.length === 0) return null;
  return (
    <ul class="marks">
      {marks.map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <Icon name="warn" />
          <span>
            {words.mark(line, column)}: <Foreign text={message} />
          </span>
        </li>
      ))}
    </ul>
  );
}
