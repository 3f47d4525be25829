import type { JSX } from "preact";
import type { AskedBecause } from "../../api/shapes.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { words } from "../../words.ts";

/** What was read or done before, and which statement asks because of it. */
export function Reasons({ reasons }: { readonly reasons: readonly AskedBecause[] }): JSX.Element {
  if (reasons.length === 0) return <></>;
  return (
    <section class="card">
      <h2>{words.approval.reasons}</h2>
      <ul>
        {reasons.map(({ text, seen }) => (
          <li key={text}>
            <Foreign text={text} /> {seen !== undefined && <CallLink id={seen.call} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
