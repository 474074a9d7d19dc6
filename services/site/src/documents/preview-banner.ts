import { inLocale, pickLocale } from '@redress/copy';
import { preview } from '@redress/copy/preview';
import { escapeHtml, PREVIEW_ROUTES } from '@redress/contracts/releases';

/** Style of the banner, before the shell's own element, so that builds of any time have it. Allowed by its hash, like every style. */
export const PREVIEW_STYLE =
  '.preview-banner{display:flex;flex-wrap:wrap;gap:var(--space-8) var(--space-16);align-items:center;' +
  'padding:var(--space-8) var(--space-16);background:var(--accent-tint);color:var(--accent);' +
  'border-bottom:2px solid currentcolor;font:var(--size-16)/var(--line-text) var(--font-body)}' +
  '.preview-banner p{margin:0;overflow-wrap:anywhere;min-width:0}' +
  '.preview-banner a{color:inherit;display:inline-flex;align-items:center;min-height:var(--target)}';

/** Says that this is no page that others see, of what, until when, and how to leave it. */
export function previewBanner({ what, until, locale }: { what: string; until: string; locale: string }): string {
  const texts = inLocale(preview, pickLocale([locale]));
  const time = `${until.slice(0, 16).replace('T', ' ')} UTC`;
  return (
    `<style>${PREVIEW_STYLE}</style><aside class="preview-banner" aria-label="${escapeHtml(texts.label)}"><p><strong>${escapeHtml(texts.label)}</strong> ` +
    `${escapeHtml(texts.text(what, time))}</p><a href="${PREVIEW_ROUTES.leave}">${escapeHtml(texts.leave)}</a></aside>`
  );
}
