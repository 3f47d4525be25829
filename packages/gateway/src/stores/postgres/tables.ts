// The tables that have a file of their own, for the list of migrations.
export { admissionsTable } from "./admissions.ts";
export { callsTables } from "./calls.ts";
export { deliveriesTable } from "./deliveries.ts";
export { quarantineTable } from "./quarantine.ts";
export { tasksTable } from "./tasks.ts";
