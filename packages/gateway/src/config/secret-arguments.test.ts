import { expect, it } from "vitest";
import { shownArguments } from "./secret-arguments.ts";

it.each([
  [
    ["-y", "crm-server", "--read-only"],
    ["-y", "crm-server", "--read-only"],
  ],
  [
    ["--api-key", "k1", "--region", "eu"],
    ["--api-key", "(not shown)", "--region", "eu"],
  ],
  [["--token=t1"], ["--token=(not shown)"]],
  [
    ["--password", "${CRM_PASSWORD}", "--token=${CRM_TOKEN}"],
    ["--password", "${CRM_PASSWORD}", "--token=${CRM_TOKEN}"],
  ],
  [
    ["--token", "--verbose"],
    ["--token", "--verbose"],
  ],
  [["postgres://ann:hunter2-hunter2@db/crm"], ["postgres://ann:***@db/crm"]],
  [
    ["-H", "Authorization: Bearer abcdefgh12345678"],
    ["-H", "Authorization: Bearer ***"],
  ],
])("shows %j as %j", (given, shown) => {
  expect(shownArguments(given)).toEqual(shown);
});
