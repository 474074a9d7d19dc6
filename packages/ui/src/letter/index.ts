/** Letters: the sheet on the desk, its stamp, what happens to it. */
export { LetterEditor, LetterSheet } from './letter-sheet.tsx';
export { PrintedLetter } from './printed-letter.tsx';
export { Stamp } from './stamp.tsx';
export { Timeline } from './timeline.tsx';
