import { type EventName, events, type FieldsOf, type Level, type Logger } from "./events.ts";

/** One event that happened, with its sentence made. */
export interface LogEntry {
  readonly event: EventName;
  readonly level: Level;
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
  return { event, level, sentence: sentence(fields), fields };
}
