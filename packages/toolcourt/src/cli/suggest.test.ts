import { expect, it } from "vitest";
import { commands } from "./commands.ts";
import { createSuggest } from "./suggest.ts";

const over = (config: string | undefined, program?: string) =>
  createSuggest({ values: { config }, positionals: [] }, { commands, program });

it.each([
  ["toolcourt explain get-sum", "toolcourt explain get-sum -c my/toolcourt.yaml"],
  ["toolcourt approvals show 4f", "toolcourt approvals show 4f -c my/toolcourt.yaml"],
  [
    "toolcourt lock, which shows what differs",
    "toolcourt lock -c my/toolcourt.yaml, which shows what differs",
  ],
  ["toolcourt explain-error no-capacity", "toolcourt explain-error no-capacity"],
  ["toolcourt rules input/closed", "toolcourt rules input/closed"],
  ["list it under tools in the configuration", "list it under tools in the configuration"],
])("adds the given configuration to the command: %s", (next, expected) => {
  expect(over("my/toolcourt.yaml")(next)).toBe(expected);
});

it.each(commands)(
  "lists $name by whether it has the flag",
  async ({ load, takesConfig = false }) => {
    const { command } = await load();

    expect("config" in command.flags).toBe(takesConfig);
  },
);

it("leaves the command alone if no configuration was given", () => {
  expect(over(undefined)("toolcourt explain get-sum")).toBe("toolcourt explain get-sum");
});

it("names the program as it was started", () => {
  const suggest = over("my.yaml", "npx toolcourt");

  expect(suggest("toolcourt lock, then start")).toBe("npx toolcourt lock -c my.yaml, then start");
  expect(suggest("toolcourt rules")).toBe("npx toolcourt rules");
  expect(suggest("list it under toolcourt tools")).toBe("list it under toolcourt tools");
});

it("quotes a path with spaces", () => {
  expect(over("my tools.yaml")("toolcourt explain a")).toBe(
    "toolcourt explain a -c 'my tools.yaml'",
  );
});
