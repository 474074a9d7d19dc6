/** Words of `PrintedLetter` (`@redress/ui/letter`). A separate area: every page that draws a letter loads it. */
export const en = {
  signatureOf: (name: string) => `Signature of ${name}`,
  blank: 'blank',
  why: 'Why is this here?',
  because: { answer: 'From your answers.', rule: 'From the law.', fixed: 'Part of every letter.' },
};
