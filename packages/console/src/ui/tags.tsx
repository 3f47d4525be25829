import type { JSX } from "preact";
import type { ApprovalState, Effect } from "../api/shapes.ts";
import { words } from "../words.ts";
import { Icon, type IconName } from "./icons.tsx";

type Tone = "plain" | "good" | "warn" | "bad";

const states: Record<ApprovalState, readonly [IconName, Tone]> = {
  pending: ["clock", "warn"],
  approved: ["check", "good"],
  consumed: ["play", "good"],
  done: ["check", "good"],
  failed: ["warn", "bad"],
  unknown: ["warn", "bad"],
  denied: ["cross", "bad"],
  expired: ["clock", "plain"],
  revoked: ["cross", "plain"],
};

const effects: Record<Effect, Tone> = { read: "plain", write: "warn", destroy: "bad" };

/** Shows a state as an icon and a word. Color only repeats it. */
export function StateTag({ state }: { readonly state: ApprovalState }): JSX.Element {
  const [icon, tone] = states[state];
  return (
    <span class={`tag tag-${tone}`}>
      <Icon name={icon} />
      {words.states[state]}
    </span>
  );
}

export function EffectTag({ effect }: { readonly effect: Effect }): JSX.Element {
  return (
    <span class={`tag tag-${effects[effect]}`}>
      <Icon name={effect} />
      {words.effects[effect]}
    </span>
  );
}
