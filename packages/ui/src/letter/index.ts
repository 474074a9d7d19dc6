/** Letters: the sheet on the desk, its stamp, what happens to it. */
export { LetterEditor, LetterSheet, type LetterSheetProps } from './letter-sheet.tsx';
export { Stamp, type StampProps } from './stamp.tsx';
export { Timeline, type TimelineEntry, type TimelineProps } from './timeline.tsx';
