import { inLocale, pickLocale } from '@redress/copy';
import { preview } from '@redress/copy/preview';
import { escapeHtml, type Snapshot } from '@redress/contracts/releases';

/** No script, nothing from elsewhere, and in no frame: what is pressed here is what is seen. */
export const OF_PAGE = {
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Names a preview before a press opens it: what it shows, who made it, until when, and what opening does to this browser.
 * @param as - the secret that this browser gets of a preview for a single one: pressed twice, the second press finds the first
 */
export function openingPage({ preview: shown, expiresAt }: Snapshot, locale: string, as: string): string {
  const language = pickLocale([locale]);
  const texts = inLocale(preview, language);
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [texts.opens(shown?.what ?? '', shown?.by ?? null, until), texts.unreviewed, texts.signsOut];
  return (
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    `<meta name="robots" content="noindex"><title>${escapeHtml(texts.label)}</title></head><body><main>` +
    `<h1>${escapeHtml(texts.label)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}` +
    `<form method="post"><input type="hidden" name="as" value="${escapeHtml(as)}"><button>${escapeHtml(texts.open)}</button></form></main></body></html>`
  );
}
