import { incidentPlace, zoneOfPlace, type ClaimFormData } from '@redress/domain';

/**
 * An instant with the short name of its zone (R35).
 * @param answers - a document is on the clock of the place where it happened, and whoever has named no zone as well
 * @param timeZone - the zone of the person who is told; of what the carrier did, that of the place where the letter goes
 */
export const formatTime = (at: Date, answers: ClaimFormData, timeZone: string | null = null): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone ?? zoneOfPlace(incidentPlace(answers)),
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  })
    .format(at)
    // The narrow space that ICU puts before AM and PM is missing in many fonts.
    .replaceAll('\u202f', ' ');
