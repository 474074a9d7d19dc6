import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StepFailed } from './steps.mjs';

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url));
const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const words = (slug) => slug.split('-');
export const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** As long as a label of the side bar may be. */
const LONGEST_LABEL = 30;

/** The forms of one name: `paid-letters`, `paidLetters`, `PaidLetters`, `Paid letters`; `label`: for the side bar. */
export function namesOf(slug) {
  const parts = words(slug);
  const Title = upper(parts.join(' '));
  return {
    slug,
    camel: parts.map((part, index) => (index === 0 ? part : upper(part))).join(''),
    Pascal: parts.map(upper).join(''),
    Title,
    label: Title.slice(0, LONGEST_LABEL).trim(),
  };
}

/** @throws {StepFailed} */
export const refuse = (message, advice) => {
  throw new StepFailed(message, { advice });
};

export function checkSlug(slug, what) {
  if (slug === undefined || !SLUG.test(slug)) {
    refuse(
      slug === undefined ? `Name the ${what}` : `${slug} is not a name of a ${what}`,
      'use lower-case words joined by dashes, such as paid-letters',
    );
  }
}

const filled = (text, values) =>
  text
    .replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole)
    .replaceAll(/__(\w+?)__/g, (whole, name) => values[name] ?? whole);

/** Files of a template: where each goes below the target, and where it comes from. npm packs no `.gitignore`. */
function filesOf(template, fill) {
  const source = path.join(TEMPLATES, template);
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const from = path.join(entry.parentPath, entry.name);
      const file = fill(path.relative(source, from)).replace(/\.tmpl$/, '');
      return [file === 'gitignore' ? '.gitignore' : file, from];
    });
}

/**
 * Writes a template's files; refuses to write over anything.
 * @param templates - name of one, or of several: a file of a later one takes the place of an earlier one's
 * @param leftOut - files of them that are not written
 * @returns the files, relative to `root`
 */
export function writeTemplate(root, templates, target, values, leftOut = []) {
  const fill = (text) => filled(text, values);
  const files = new Map([templates].flat().flatMap((template) => filesOf(template, fill)));
  const planned = [...files]
    .filter(([file]) => !leftOut.includes(file))
    .map(([file, from]) => ({ from, to: path.join(target, file) }));
  const standing = planned.find(({ to }) => existsSync(path.join(root, to)));
  if (standing) refuse(`${standing.to} is there already`, 'choose another name');
  for (const { from, to } of planned) {
    mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    writeFileSync(path.join(root, to), fill(readFileSync(from, 'utf8')));
  }
  return planned.map(({ to }) => to);
}

/** A file of a template, filled in. */
export const readTemplate = (template, file, values) =>
  filled(readFileSync(path.join(TEMPLATES, template, `${file}.tmpl`), 'utf8'), values);
