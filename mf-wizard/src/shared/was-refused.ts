/** The server answered and said no; otherwise no answer that counts arrived. The specification has a text for each. */
export const wasRefused = (error: object): boolean =>
  'status' in error && typeof error.status === 'number' && error.status > 0;
