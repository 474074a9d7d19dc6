/** Letters: the sheet on the desk, its stamp, what happens to it. */
export { LetterEditor, LetterSheet } from './letter-sheet.tsx';
export { Stamp } from './stamp.tsx';
export { Timeline } from './timeline.tsx';
