/** What the site says of builds that are seen before others see them. */
export const en = {
  label: 'Preview',
  text: (what: string, until: string) => `${what}, until ${until}. Only browsers that opened its address see this.`,
  leave: 'Leave the preview',
  opens: (what: string, by: string | null, until: string) =>
    `This address shows ${what}${by === null ? '' : `, made by ${by}`}, until ${until}.`,
  unreviewed: 'It may run a build that nobody has reviewed. Give it no password and nothing of a real case.',
  signsOut:
    'When you open it, we sign this browser out of Redress and forget what you typed here without an account. When you leave it, we sign out again.',
  open: 'Open the preview in this browser',
  staffEnded: 'This address was opened already, or it is not complete. Ask for a new one.',
  isOpen: (what: string) => `This browser shows a preview already: ${what}.`,
  notNow: 'We cannot look this preview up now. Load the page again in a moment.',
  ended: 'This preview has ended, or its address is not complete. Ask for a new one.',
};
