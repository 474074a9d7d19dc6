export { NotInLetter, type LeftOutPiece } from './not-in-letter.tsx';
