/** The texts of the page that answers questions. */
export const askWords = {
  title: "Ask",
  explained:
    "One question, at most one call of one tool, as you. Each claim of the answer has its quote.",
  question: "Question",
  placeholder: "What is the weather in Geneva tomorrow?",
  submit: "Ask",
  asking: "Looking for the tool that fits, and waiting for it…",
  stop: "Stop",
  line: (question: string) => `npx toolcourt ask ${question}`,

  who: {
    builtin: "The built-in planner picks the tool. It needs no model.",
    model: (name: string) => `The model ${name} picks the tool.`,
    quotes: (name: string) => `The model ${name} picks the quotes.`,
    effects: (effects: string) => `Questions call only tools that ${effects}.`,
    configure: "How to use a model",
    example: `host:
  planner: model
  model:
    url: http://127.0.0.1:11434/v1
    name: qwen3`,
    hint: "Add this to toolcourt.yaml, with the address of any OpenAI-compatible endpoint. Then reload.",
    widen: "Questions call only tools that read, unless host.effects names more.",
  },
  effects: { read: "read", write: "change something", destroy: "destroy something" },

  call: "Call",
  tool: "Tool",
  id: "Call",
  arguments: "Arguments",
  noArguments: "The call has no arguments.",

  blocked: "The question was not answered",
  ran: {
    no: "The tool has not run.",
    unknown: "It is not known whether the tool has run.",
  },
  waits: "The call waits for an approval. Ask again once it is given.",
  approvals: "Open the requests",
  moreInfo: "Something is missing",
  missing: "Missing",

  answer: "Answer",
  verbatim: "Word for word from the result.",
  paraphrase: "In other words. Each claim was checked against its quote.",
  hint: "Point at a claim, or move to it, to see its quote in the result.",
  at: (pointer: string, start: number, end: number) =>
    `at ${pointer === "" ? "the top" : pointer}, characters ${start} to ${end}`,
  quoted: "Quoted here",

  rejected: "Claims that are not shown",
  rejectedHint: "They say more than the result does, or differ from it.",
  claim: (at: number) => `Claim ${at + 1}`,
  noSummary: "There is no summary",
  noResult: "The result was not read",

  result: "Result",
  isError: "The tool reported an error.",
  sha256: "SHA-256",
  content: "Content",
  quarantined: "The result broke the contract of its tool, so it is in the quarantine.",
  openQuarantined: "Open it there",
  suggestions: "Suggestions of the tool. Nothing follows them.",
  more: (count: number) => `${count} more values are not shown. The command shows all of it.`,
  showAll: (length: number) => `Show all ${length} characters`,
} as const;
