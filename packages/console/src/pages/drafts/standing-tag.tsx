import type { JSX } from "preact";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Standing } from "./shapes.ts";
import { draftWords as words } from "./words.ts";

const looks: Record<Standing, readonly [icon: IconName, tone: string]> = {
  callable: ["check", "good"],
  pending: ["clock", "warn"],
  changed: ["warn", "warn"],
  rejected: ["cross", "plain"],
};

/** Shows whether the tool of a draft is callable, as an icon and a word. */
export function StandingTag({ standing }: { readonly standing: Standing }): JSX.Element {
  const [icon, tone] = looks[standing];
  return (
    <span class={`tag tag-${tone}`}>
      <Icon name={icon} />
      {words.standings[standing]}
    </span>
  );
}
