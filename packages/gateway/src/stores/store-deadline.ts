/** Time limit of a store. Callers are promised a refusal within a second, and it has to travel. */
export const storeDeadlineMs = 800;

/** Time limit of large operations, and of those that only people wait for. */
export const patientDeadlineMs = 20_000;
