import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { settingsWords as words } from "./words.ts";

export function Tabs({ current }: { readonly current: "configuration" | "connect" }): JSX.Element {
  return (
    <Choices
      label={words.tabs}
      current={current}
      choices={[
        { value: "configuration", title: words.configuration, path: "/settings" },
        { value: "connect", title: words.connect, path: "/settings/connect" },
      ]}
    />
  );
}
