/**
 * Whether each time of a form can be read. The browser has no value for one that is typed half, and an empty time means
 * "now": the act would be done at once instead of later. At the first that cannot, the browser says so.
 */
export const areTimesWhole = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')].every((field) => field.reportValidity());
