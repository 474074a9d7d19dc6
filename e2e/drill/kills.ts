/** How many kills `npm run drill` makes. */
export const KILLS = Number(process.env['DRILL_KILLS'] ?? 200);

/** From the start of a killed program, or the end of its database, to a save that is answered with success. */
export const HEALTHY_WITHIN_MS = 10_000;
