import { callsTables } from "./calls.ts";
import { historiesTables } from "./histories.ts";
import { tasksTable } from "./tasks.ts";

// The tables that have a file of their own, for the list of migrations.
export { admissionsTable } from "./admissions.ts";
export { deliveriesTable } from "./deliveries.ts";
export { quarantineTable } from "./quarantine.ts";

/** The newest migrations, in their order. Each adds tables only. */
export const newestTables: readonly string[] = [tasksTable, callsTables, historiesTables];
