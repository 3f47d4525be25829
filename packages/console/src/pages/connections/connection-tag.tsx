import type { JSX } from "preact";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Connection, ConnectionState } from "./shapes.ts";
import { connectionWords as words } from "./words.ts";

const looks: Record<ConnectionState, readonly [icon: IconName, tone: string]> = {
  active: ["check", "good"],
  expiring: ["clock", "warn"],
  expired: ["warn", "bad"],
  revoked: ["cross", "plain"],
};

/** Shows the state of a connection as an icon and a word. */
export function ConnectionTag({ connection }: { readonly connection: Connection }): JSX.Element {
  const { status, expiring } = connection;
  const state = expiring ? "expiring" : status;
  const [icon, tone] = looks[state];
  return (
    <span class={`tag tag-${tone}`}>
      <Icon name={icon} />
      {words.states[state]}
    </span>
  );
}
