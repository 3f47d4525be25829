/** Punctuation and words that end or join clauses. */
export const clauseEnds: ReadonlySet<string> = new Set(
  ", ; : . ( ) and but while whereas".split(" "),
);

/** Those that start a new topic. "and" is not among them: it may join names of one list. */
export const clauseBreaks: ReadonlySet<string> = new Set(
  `[ ] ( ) . , ; : | — – " “ ” ? ! but while whereas who which`.split(" "),
);
