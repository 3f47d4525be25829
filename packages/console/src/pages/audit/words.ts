/** The texts of the page of the audit log. */
export const auditWords = {
  title: "Audit log",
  views: "Parts of this page",
  state: "State",
  row: "One row",
  unfinished: "Unfinished calls",
  export: "Export",

  lastRow: "Last row",
  signedUpTo: "Signed up to",
  checkpoint: "Last checkpoint",
  hash: "Hash",
  signer: "Signed by",
  keyId: "Key",
  publicKey: "Public key",
  empty: "The log has no row yet.",
  nothingSigned: "nothing yet",
  rowAt: (row: number) => `row ${row}`,
  notSigned: (rows: number) =>
    rows === 1
      ? "One row is not signed yet. Only the hash chain protects it."
      : `${rows} rows are not signed yet. Only the hash chain protects them.`,
  allSigned: "Every row is signed.",
  cannotSign: (reason: string) => `The log cannot be signed, and calls are refused: ${reason}`,
  checkpointHint:
    "Keep checkpoints where the gateway cannot write. Only they show that the end is complete.",

  verify: "Verify",
  verifyHint:
    "The gateway reads the whole log, and checks its chain, its checkpoints and their signatures.",
  verifyStart: "Verify the log",
  verifyAgain: "Verify again",
  verifyCancel: "Cancel",
  verifyLacks: "Verifying needs the permission audit:verify.",
  verifying: (rows: number, of: number) => `${rows} of ${of} rows`,
  progress: "Verified rows",
  cancelled: "Cancelled. Nothing was found out.",
  cut: "The answer ended without a verdict. Nothing was found out.",
  sound: (rows: number) => (rows === 1 ? "One row, in place." : `${rows} rows, all in place.`),
  signed: (rows: number) => `Rows 1 to ${rows} are signed.`,
  brokenAt: (row: number) => `The first wrong row is ${row}.`,
  broken: "The log is not valid.",
  showRow: "Show this row",
  notProven:
    "A gateway cannot prove this about itself. To be sure, verify an export on another machine, with the public key and a checkpoint from elsewhere:",
  exportCommand: "npx toolcourt audit export --out audit.jsonl",
  verifyCommand:
    "npx toolcourt audit verify audit.jsonl --key audit.pub --checkpoint checkpoints.txt",

  rowNumber: "Number of the row",
  rowShow: "Show",
  rowHint: "Each look at a row is itself recorded.",
  rowInvalid: "The number of a row is a whole number from 1.",
  rowEmpty: "Give the number of a row, such as that of a receipt.",
  fields: "Fields",
  exact: "Exact text",
  exactHint: "The hash of the row covers these bytes, and through the chain all rows before.",
  proof: "Save the proof",
  proofHint: "It shows that the row is in the log, and reveals no other row. Verify it with:",
  proofCommand: (row: number) => `npx toolcourt audit verify row-${row}.tlog-proof --key audit.pub`,
  before: "Row before",
  after: "Row after",
  kind: "Kind",
  time: "Time",
  rowFact: "Row",

  calls: "Calls that never ended",
  tool: "Tool",
  caller: "Caller",
  begun: "Begun",
  call: "Call",
  mayRun: "may still run",
  lost: "cannot run any more",
  close: "Close",
  closeTitle: "Close this call?",
  closeText: (tool: string) =>
    `Find out first what ${tool} did: it may have acted. An entry with your name ends the call in the log. This cannot be taken back.`,
  closeLacks: "Closing needs the permission audit:close.",
  noneUnfinished: "Every started call has ended.",
  unfinishedHint:
    "Their gateway was killed in the middle. It is not known whether the tool did its work.",

  exportHint:
    "Each export is itself recorded. Only one that begins at row 1 can be verified as a whole.",
  from: "From row",
  to: "To row",
  toLast: "the last",
  format: "Form",
  rows: "Rows, to verify",
  ocsf: "OCSF events",
  save: "Save",
  exportTenant: "The log is one chain of all tenants, so only people without a tenant export it.",
} as const;
