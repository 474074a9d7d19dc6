import { incidentPlace, zoneOfPlace, type ClaimFormData } from '@redress/domain';

/** An instant as a mail says it: on the clock of the place where it happened, with the short name of its zone (R35). */
export const formatTime = (at: Date, answers: ClaimFormData): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zoneOfPlace(incidentPlace(answers)),
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
