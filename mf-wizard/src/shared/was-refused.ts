/**
 * Whether the server answered with a refusal; otherwise no valid answer arrived. The specification has a text for each.
 */
export const wasRefused = (error: object): boolean =>
  'status' in error && typeof error.status === 'number' && error.status > 0;
