import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { admissionsTable } from "./admission-statements.ts";

const row = "(1, 'crm', 'get-card', 'sha256:one', 'withdrawn', 'operator:grace', 1, '')";

it.each([
  "UPDATE admissions SET state = 'admitted'",
  "DELETE FROM admissions",
  `INSERT OR REPLACE INTO admissions VALUES ${row.replace("withdrawn", "admitted")}`,
])("forbids changing a decision by %s", (sql) => {
  const database = new DatabaseSync(":memory:");
  database.exec(admissionsTable);
  database.exec(`INSERT INTO admissions VALUES ${row}`);

  expect(() => database.exec(sql)).toThrow(/admissions are never/);

  const states = database.prepare("SELECT state FROM admissions").all();
  expect(states.map((each) => each["state"])).toEqual(["withdrawn"]);
});
