/** What the site says of builds that are seen before others see them. */
export const en = {
  label: 'Preview',
  text: (what: string, until: string) => `${what}, until ${until}. Only browsers that opened its address see this.`,
  leave: 'Leave the preview',
  ended: 'This preview has ended, or its address is not complete.',
};
