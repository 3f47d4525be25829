/**
 * How long a store has to answer before it counts as failed. Callers are promised a refusal within a second,
 * and the refusal itself has to travel.
 */
export const storeDeadlineMs = 800;

/** The same for what is large, and for what only people wait for. */
export const patientDeadlineMs = 20_000;
