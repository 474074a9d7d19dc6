/** What a screen says of a letter it draws; an area of its own, because every page that shows a letter loads it. */
export const en = {
  signatureOf: (name: string) => `Signature of ${name}`,
  blank: 'blank',
};
