import type { JSX } from "preact";
import { Icon } from "../../ui/icons.tsx";
import type { Server, ServerState } from "./shapes.ts";
import { texts } from "./words.ts";

const tones: Record<ServerState, string> = {
  ready: "tag tag-good",
  "left-out": "tag tag-warn",
  unreachable: "tag tag-bad",
};

export function ServerStateTag({ state }: { readonly state: ServerState }): JSX.Element {
  return (
    <span class={tones[state]}>
      <Icon name={state === "ready" ? "check" : "warn"} />
      {texts.states[state]}
    </span>
  );
}

/** Says whether calls are sent. Too many failures pause them. */
export function Breaker({
  breaker: { isOpen, pausedTools },
}: Pick<Server, "breaker">): JSX.Element {
  if (isOpen) {
    return (
      <span class="tag tag-bad" title={texts.openHint}>
        <Icon name="pause" />
        {texts.open}
      </span>
    );
  }
  if (pausedTools === 0) return <>{texts.closed}</>;
  return (
    <span class="tag tag-warn" title={texts.pausedHint}>
      <Icon name="pause" />
      {texts.paused(pausedTools)}
    </span>
  );
}
