/** Class names in one string; undefined when there are none, so that no empty attribute is rendered. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
