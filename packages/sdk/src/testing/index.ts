export { checkTool } from "./check-tool.ts";
export type { CheckOptions } from "./checklist/evidence.ts";
export {
  formatReport,
  type Judgement,
  type Report,
  type ReportItem,
  type Verdict,
} from "./checklist/report.ts";
export type { TestFiles } from "./checklist/test-files.ts";
export { contract, contractOf } from "./contract.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { remarks, scene } from "./remarks.ts";
export { toolContext } from "./tool-context.ts";
