import { echoOf, listOf, rowsOf } from "../load/question.ts";
import { toolsListed } from "../subjects.ts";
import type { Workload } from "./measure-workloads.ts";

const smallCharacters = 200;
const largeBytes = 100 * 1024;

const call = { id: "call", question: echoOf(smallCharacters) } as const;
// Workloads that move a hundred times the bytes need fewer calls.
const list = { id: "list", question: listOf(toolsListed), share: 0.4 } as const;
const large = { id: "large", question: rowsOf(largeBytes), share: 0.4 } as const;

export const workloads: readonly Workload[] = [
  { ...call, kind: "http", era: "modern" },
  { ...call, kind: "http", era: "legacy" },
  { ...list, kind: "http", era: "modern" },
  { ...list, kind: "http", era: "legacy" },
  { ...large, kind: "http", era: "modern" },
  { ...call, kind: "stdio", era: "modern" },
  { ...call, kind: "stdio", era: "legacy" },
];

export const titles: Readonly<Record<Workload["id"], string>> = {
  call: `tools/call of ${smallCharacters} B`,
  list: `tools/list of ${toolsListed} tools`,
  large: "tools/call with a result of 100 KB",
};
