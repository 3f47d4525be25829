import { type EventName, events, type FieldsOf, type Level, type Logger } from "./events.ts";

/** One event that happened. */
export interface LogEntry {
  readonly event: EventName;
  readonly level: Level;
  /** Made when somebody reads it: most calls leave a line that nobody prints. */
  readonly sentence: string;
  readonly fields: object;
}

export type LogWriter = (entry: LogEntry) => void;

export function createLogger(write: LogWriter): Logger {
  return {
    log: (name, fields) => {
      write(new Entry(name, fields));
    },
  };
}

// A class, because a getter on an object of its own costs more than any sentence.
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
