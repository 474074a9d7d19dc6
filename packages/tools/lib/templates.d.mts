/** The forms of one name: `paid-letters`, `paidLetters`, `PaidLetters`, `Paid letters`. */
export function namesOf(slug: string): { slug: string; camel: string; Pascal: string; Title: string };
/** @throws {Error} when it is no name of the kind that `what` says */
export function checkSlug(slug: string | undefined, what: string): asserts slug is string;
export function writeTemplate(
  root: string,
  templates: string | readonly string[],
  target: string,
  values: Record<string, string>,
  leftOut?: readonly string[],
): string[];
export function readTemplate(template: string, file: string, values: Record<string, string>): string;
