import { createHash } from 'node:crypto';
import { escapeHtml } from '@redress/contracts/releases';
import { page, type PageAnswer } from './route.ts';

export const hashOf = (text: string): string => `'sha384-${createHash('sha384').update(text).digest('base64')}'`;

/** Headers of a page that the service draws itself. @param allowed - directives beside those that forbid */
export const pageHeaders = (...allowed: readonly string[]): Record<string, string> => ({
  'content-security-policy': ["default-src 'none'", ...allowed, "base-uri 'none'", "frame-ancestors 'none'"].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
});

const STYLE =
  'body{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.25rem}';
const HEADERS = pageHeaders(`style-src ${hashOf(STYLE)}`, "form-action 'self'");

/**
 * One sentence and a way on, for who opened an address of the service itself.
 * @param texts.form - HTML of ours; all else is text
 */
export function plainPage(
  texts: { title: string; sentence: string; form?: string; link: { path: string; label: string } },
  status = 200,
): PageAnswer {
  const { form = '', link } = texts;
  const [title, sentence, label] = [texts.title, texts.sentence, link.label].map(escapeHtml);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${sentence}</p>${form}`,
    `<p><a href="${link.path}">${label}</a></p></main></body></html>`,
  ].join('');
  return page(html, HEADERS, status);
}
