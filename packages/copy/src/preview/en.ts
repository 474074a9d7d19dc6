/** What the site says of builds that are seen before others see them. */
export const en = {
  label: 'Preview',
  text: (what: string, until: string) => `${what}, until ${until}. Only browsers that opened its address see this.`,
  leave: 'Leave the preview',
  opens: (what: string, by: string | null, until: string) =>
    `This address shows ${what}${by === null ? '' : `, made by ${by}`}, until ${until}.`,
  unreviewed: 'It may run a build that nobody has reviewed. Give it no password and nothing of a real claim.',
  signsOut:
    'Opening it signs this browser out of Redress, and what was typed here without an account is forgotten. Leaving it signs out again.',
  open: 'Open the preview in this browser',
  staffEnded: 'This address was opened already, or it is not complete.',
  isOpen: (what: string) => `This browser shows a preview already: ${what}.`,
  ended: 'This preview has ended, or its address is not complete.',
};
