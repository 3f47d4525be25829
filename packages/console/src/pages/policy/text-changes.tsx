import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Foreign } from "../../ui/foreign.tsx";
import { type Hunk, hunksOf } from "./diff-lines.ts";
import { policyWords } from "./words.ts";

const words = policyWords.changing;

export interface TextChangesProps {
  readonly before: string;
  readonly after: string;
}

/** The lines that were added and removed. */
export function TextChanges({ before, after }: TextChangesProps): JSX.Element {
  const hunks = useMemo(() => hunksOf(before, after), [before, after]);
  return (
    <section class="card">
      <h2>{words.diff}</h2>
      <ol class="diff">
        {hunks.map((hunk, index) => (
          <HunkLine key={index} hunk={hunk} />
        ))}
      </ol>
    </section>
  );
}

const signs = { added: "+", removed: "−" } as const;

function HunkLine({ hunk }: { readonly hunk: Hunk }): JSX.Element {
  if (hunk.kind === "skipped") return <li class="muted">{words.skipped(hunk.lines)}</li>;
  if (hunk.kind === "same") {
    return (
      <li>
        <code>
          <Foreign text={hunk.line} />
        </code>
      </li>
    );
  }
  return (
    <li class={`diff-${hunk.kind}`}>
      <span aria-hidden="true">{signs[hunk.kind]}</span>
      <span class="unseen">{words[hunk.kind]}</span>
      <code>
        <Foreign text={hunk.line} />
      </code>
    </li>
  );
}
