import type { JSX } from "preact";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { ToolState } from "./shapes.ts";
import { texts } from "./words.ts";

const tags: Record<ToolState, readonly [icon: IconName, tone: string]> = {
  callable: ["check", "tag tag-good"],
  "callable-with-approval": ["approvals", "tag tag-warn"],
  held: ["lock", "tag tag-bad"],
};

export function ToolStateTag({ state }: { readonly state: ToolState }): JSX.Element {
  const [icon, tone] = tags[state];
  return (
    <span class={tone}>
      <Icon name={icon} />
      {texts.states[state]}
    </span>
  );
}
