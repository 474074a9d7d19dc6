/** What the site says of builds that are seen before others see them. */
export const en = {
  label: 'Preview',
  text: (what: string, until: string) => `${what}, until ${until}. Only browsers that opened its address see this.`,
  leave: 'Leave the preview',
  staffEnded: 'This address was opened already, or it is not complete.',
  ended: 'This preview has ended, or its address is not complete.',
};
