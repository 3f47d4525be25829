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
      write(entryOf(name, fields));
    },
  };
}

function entryOf<Name extends EventName>(event: Name, fields: FieldsOf<Name>): LogEntry {
  const { level, sentence } = events[event];
  return {
    event,
    level,
    get sentence() {
      return sentence(fields);
    },
    fields,
  };
}
