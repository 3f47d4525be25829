import { type EventName, events, type FieldsOf, type Level, type Logger } from "./events.ts";

/** One logged event. */
export interface LogEntry {
  readonly event: EventName;
  readonly level: Level;
  /** Built on read: most calls log a line that is never printed. */
  readonly sentence: string;
  readonly fields: object;
  /** Whether a summary tells the same at the default level. Default: no. */
  readonly isDetail?: boolean;
}

/** The start or the end of a call. */
export interface CallEntry extends LogEntry {
  readonly event: "call.opened" | "call.closed";
  readonly fields: FieldsOf<"call.opened"> | FieldsOf<"call.closed">;
}

export function isOfCall(entry: LogEntry): entry is CallEntry {
  return entry.event === "call.opened" || entry.event === "call.closed";
}

export type LogWriter = (entry: LogEntry) => void;

export function createLogger(write: LogWriter): Logger {
  return {
    log: (name, fields) => {
      write(new Entry(name, fields));
    },
  };
}

/**
 * Creates a logger of what a summary tells in one line. Such lines are printed with all levels only,
 * whatever their own level is.
 */
export function createDetailLogger(write: LogWriter): Logger {
  return {
    log: (name, fields) => {
      write(Object.assign(new Entry(name, fields), { isDetail: true }));
    },
  };
}

/** Rewrites the command that a line tells its reader to type next. */
export function suggesting(write: LogWriter, suggest: (command: string) => string): LogWriter {
  return (entry) => {
    const next = isOfCall(entry) ? undefined : nextIn(entry);
    if (next === undefined) write(entry);
    else {
      const { event, isDetail, fields } = entry;
      const changed = new Entry(event, { ...fields, next: suggest(next) });
      write(isDetail === true ? Object.assign(changed, { isDetail }) : changed);
    }
  };
}

function nextIn({ fields }: LogEntry): string | undefined {
  return "next" in fields && typeof fields.next === "string" ? fields.next : undefined;
}

// A class, because a getter on an object literal costs more than building the sentence.
class Entry<Name extends EventName> implements LogEntry {
  readonly event: Name;
  readonly fields: FieldsOf<Name>;

  constructor(event: Name, fields: FieldsOf<Name>) {
    this.event = event;
    this.fields = fields;
  }

  get level(): Level {
    const { level, levelOf } = events[this.event];
    return levelOf?.(this.fields) ?? level;
  }

  get sentence(): string {
    return events[this.event].sentence(this.fields);
  }
}
