import { type EventName, events, type FieldsOf, type Level, type Logger } from "./events.ts";

/** One logged event. */
export interface LogEntry {
  readonly event: EventName;
  readonly level: Level;
  /** Built on read: most calls log a line that is never printed. */
  readonly sentence: string;
  readonly fields: object;
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

// A class, because a getter on an object literal costs more than building the sentence.
class Entry<Name extends EventName> implements LogEntry {
  readonly event: Name;
  readonly fields: FieldsOf<Name>;

  constructor(event: Name, fields: FieldsOf<Name>) {
    this.event = event;
    this.fields = fields;
  }

  get level(): Level {
    return events[this.event].level;
  }

  get sentence(): string {
    return events[this.event].sentence(this.fields);
  }
}
