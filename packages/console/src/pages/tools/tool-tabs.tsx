import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { toolPath } from "./filter.ts";
import { texts } from "./words.ts";

/** The tabs of the page itself. Others have pages of their own. */
export const ownTabs = ["contract", "findings", "drift", "settings"] as const;
export type OwnTab = (typeof ownTabs)[number];

export interface ToolTabsProps {
  readonly tool: {
    readonly server: string;
    readonly name: string;
    /** The name that callers use. */
    readonly tool: string;
  };
  readonly current: OwnTab | "try";
  /** Default: not known. */
  readonly findings?: number;
}

/** What there is to see about a tool, and to do with it. */
export function ToolTabs({ tool, current, findings = 0 }: ToolTabsProps): JSX.Element {
  const titles = { ...texts.tabNames, findings: texts.findings(findings) };
  return (
    <Choices
      label={texts.tabs}
      current={current}
      choices={[
        ...ownTabs.map((tab) => ({
          value: tab,
          title: titles[tab],
          path: toolPath(tool, tab === "contract" ? "" : `?tab=${tab}`),
        })),
        { value: "try", title: texts.try, path: toolPath(tool, "/try") },
        {
          value: "calls",
          title: texts.calls,
          path: `/calls?${new URLSearchParams({ tool: tool.tool }).toString()}`,
        },
      ]}
    />
  );
}
