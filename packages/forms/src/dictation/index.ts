export { DictationButton } from './dictation-button.tsx';
export { appendSpoken, type DictationOptions } from './use-dictation.ts';
