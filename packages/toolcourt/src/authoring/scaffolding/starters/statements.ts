import type { ShapeName } from "./shapes.ts";
import { acts, type ToolFacts } from "./tool-facts.ts";

/** A statement that needs no name of a tool or a value. */
export interface StarterStatement {
  readonly id: string;
  /** Lines of a comment. */
  readonly why: readonly string[];
  /** YAML of its other keys. */
  readonly lines: readonly string[];
  readonly shapes: readonly ShapeName[];
  /** Whether it can decide on a call of the tool. */
  readonly fits: (tool: ToolFacts) => boolean;
}

export const starterStatements: readonly StarterStatement[] = [
  {
    id: "no-exfiltration",
    why: [
      "A stranger's text names no receiver and no thing to change. The person, the operator or",
      "their own systems do. Passwords and permissions come from the person alone.",
    ],
    lines: [
      'when: call.reach == "outside" || call.effect != "read"',
      "from:",
      "  destination: [user, operator, first-party]",
      "  target: [user, operator, first-party]",
      "  credential: [user]",
      "  privilege: [user]",
      "ask: operator",
    ],
    shapes: ["mail", "chat", "payments", "tickets", "files", "web", "cloud"],
    fits: (tool) =>
      (acts(tool) || tool.reach === "outside") &&
      hasRole(tool, "destination", "target", "credential", "privilege"),
  },
  {
    id: "pay-as-told",
    why: ["Nor does it name an amount, or the other party of a contract or a payment."],
    lines: [
      "effects: [write, destroy]",
      "from:",
      "  amount: [user, operator, first-party]",
      "  counterparty: [user, operator, first-party]",
      "ask: operator",
    ],
    shapes: ["payments"],
    fits: (tool) => acts(tool) && hasRole(tool, "amount", "counterparty"),
  },
  {
    id: "no-foreign-code",
    why: [
      "Programs and scripts are the person's or the operator's. A model's own are asked about.",
    ],
    lines: ["from: { code: [user, operator] }", "ask: operator"],
    shapes: ["web", "cloud"],
    fits: (tool) => hasRole(tool, "code"),
  },
  {
    id: "no-private-content",
    why: [
      "After secrets or personal data were read, nothing leaves alone, not even to a known receiver.",
      "It looks at fields that contracts mark with `sensitivity`.",
    ],
    lines: ['when: call.reach == "outside"', "content_without: [secret, pii]", "ask: operator"],
    shapes: ["mail", "chat", "tickets", "files", "web", "cloud"],
    fits: ({ reach }) => reach === "outside",
  },
  {
    id: "destroy-asks",
    why: ["A person looks at every call that destroys something."],
    lines: ["effects: [destroy]", "unattended: false", "ask: operator"],
    shapes: ["mail", "tickets", "files", "cloud"],
    fits: ({ effect }) => effect === "destroy",
  },
  {
    id: "few-messages",
    why: ["More messages in an hour are a question. Set the number to what is usual for you."],
    lines: [
      'when: call.reach == "outside" && call.effect == "write"',
      "count: { over: PT1H, at_most: 10 }",
      "ask: caller",
    ],
    shapes: ["mail", "chat"],
    fits: (tool) => acts(tool) && tool.reach === "outside" && hasRole(tool, "content"),
  },
];

function hasRole(
  { roles }: ToolFacts,
  ...some: readonly Parameters<typeof roles.has>[0][]
): boolean {
  return some.some((role) => roles.has(role));
}
