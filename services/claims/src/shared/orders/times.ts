/** An instant as a mail says it: with the zone, since nobody knows where it is read. */
export const formatTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);

/** The calendar day of an instant, for columns that show a day. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
