import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { clockText } from "../../ui/time.tsx";
import type { Call } from "./shapes.ts";
import { spansOf } from "./spans.ts";
import { texts } from "./words.ts";

/** The parts of a call's life as bars, and how far it came. */
export function Waterfall({ call }: { readonly call: Call }): JSX.Element {
  const { stage, status } = call;
  return (
    <section class="card">
      <h2>{texts.happened}</h2>
      <ol class="waterfall">
        {spansOf(call).map(({ name, at, ms, from, width }) => (
          <li key={name} class={`span-${name}`}>
            <span>{texts.spans[name]}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="span-track" x="0" y="0" width="100" height="4" />
              <rect class="span-bar" x={from} y="0" width={width} height="4" />
            </svg>
            <span class="muted">
              <time dateTime={new Date(at).toISOString()}>{clockText(at)}</time>
              {ms !== undefined && `, ${texts.ms(ms)}`}
            </span>
          </li>
        ))}
      </ol>
      <p class="muted">
        {status === "started" ? (
          texts.running
        ) : (
          <>
            {stage !== null && (
              <>
                <Foreign text={texts.reached(stage)} />{" "}
              </>
            )}
            {texts.noStages}
          </>
        )}
      </p>
    </section>
  );
}
