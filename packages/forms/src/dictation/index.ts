export { DictationButton } from './dictation-button.tsx';
export { appendSpoken, useDictation, type DictationOptions } from './use-dictation.ts';
