export { createDeadlines } from "../../kernel/deadlines.ts";
