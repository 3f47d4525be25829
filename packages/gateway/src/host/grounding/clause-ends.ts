/** Marks and words that end a clause, or join it to another. */
export const clauseEnds: ReadonlySet<string> = new Set(
  ", ; : . ( ) and but while whereas".split(" "),
);

/** Those after which something else is spoken of. What "and" joins may be names of one list. */
export const clauseBreaks: ReadonlySet<string> = new Set(
  `[ ] ( ) . , ; : | — – " “ ” ? ! but while whereas who which`.split(" "),
);
