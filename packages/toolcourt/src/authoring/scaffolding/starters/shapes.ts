import { acts, type ToolFacts } from "./tool-facts.ts";

/** A common kind of tools, known by their roles, effects and reach. */
export interface Shape {
  /** Completes "Tools for". */
  readonly title: string;
  readonly fits: (tool: ToolFacts) => boolean;
}

export const shapeNames = ["mail", "chat", "payments", "tickets", "files", "web", "cloud"] as const;
export type ShapeName = (typeof shapeNames)[number];

export const shapes: Readonly<Record<ShapeName, Shape>> = {
  mail: {
    title: "mail",
    fits: (tool) => acts(tool) && tool.kinds("destination").has("email"),
  },
  chat: {
    title: "messages to people and channels",
    fits: (tool) => acts(tool) && tool.roles.has("content") && hasOtherReceiver(tool),
  },
  payments: {
    title: "payments",
    fits: (tool) =>
      acts(tool) && (tool.roles.has("counterparty") || hasPayee(tool) || isTransfer(tool)),
  },
  tickets: {
    title: "tickets and other records",
    fits: (tool) => acts(tool) && tool.roles.has("target") && tool.roles.has("content"),
  },
  files: {
    title: "files",
    fits: (tool) => acts(tool) && kindsIn(tool).some((kind) => fileKinds.has(kind)),
  },
  web: {
    title: "web pages",
    fits: (tool) =>
      tool.reach === "outside" && kindsIn(tool).some((kind) => kind === "url" || kind === "host"),
  },
  cloud: {
    title: "machines, accounts and permissions",
    fits: (tool) =>
      acts(tool) &&
      (["privilege", "credential", "code"] as const).some((role) => tool.roles.has(role)),
  },
};

const fileKinds = new Set(["path", "file-id", "folder-id", "document-id"]);
/** Receivers of the other shapes. */
const otherKinds = new Set(["email", "url", "host", "path", "iban"]);

function kindsIn({ kinds }: ToolFacts): readonly string[] {
  return [...kinds("destination"), ...kinds("target")];
}

function hasOtherReceiver({ roles, kinds }: ToolFacts): boolean {
  const known = [...kinds("destination")];
  return roles.has("destination") && !known.some((kind) => otherKinds.has(kind));
}

function hasPayee({ kinds }: ToolFacts): boolean {
  return kinds("destination").has("iban");
}

function isTransfer({ roles }: ToolFacts): boolean {
  return roles.has("amount") && roles.has("destination");
}
