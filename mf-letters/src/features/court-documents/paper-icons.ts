import {
  bookOpen,
  calculator,
  calendarDays,
  fileText,
  gavel,
  handCoins,
  listChecks,
  messagesSquare,
  mic,
  paperclip,
  scale,
  send,
} from '@redress/ui/icons';

/** Icons by the kind of the paper. */
const ICONS: Readonly<Record<string, string>> = {
  'read-me-first': bookOpen,
  'statement-of-claim': scale,
  'damages-worksheet': calculator,
  timeline: calendarDays,
  'evidence-index': paperclip,
  'filing-checklist': listChecks,
  'service-instructions': send,
  'fee-waiver': handCoins,
  'after-the-decision': gavel,
  'hearing-script': mic,
  'hearing-rehearsal': messagesSquare,
};

/** @param kind - missing from services of before it was told */
export const paperIcon = (kind: string | undefined): string => ICONS[kind ?? ''] ?? fileText;
