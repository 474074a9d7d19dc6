import type { MailContent } from './template.ts';

interface RenderDeps {
  siteOrigin: string;
  text: (key: string, values?: Record<string, string | number>) => string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  attachments: NonNullable<MailContent['attachments']>;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** Both forms of a mail, made from the same sentences. No picture, no tracking, no remote address but the button's. */
export function renderMail(content: MailContent, { siteOrigin, text }: RenderDeps): RenderedMail {
  const { paragraphs, code, button, attachments = [] } = content;
  const footer = text('mail.footer', { site: siteOrigin });
  const lines = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\n${footer}`,
  ];
  const paragraph = (value: string) => `<p style="margin:0 0 16px">${escapeHtml(value).replaceAll('\n', '<br>')}</p>`;
  const html = [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(content.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1b19;background:#fff">',
    '<div style="max-width:560px;margin:0 auto">',
    ...paragraphs.map(paragraph),
    code ? `<p style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</p>` : '',
    button
      ? `<p style="margin:0 0 16px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#1f3a5f;color:#fff;text-decoration:none;border-radius:4px">${escapeHtml(button.label)}</a></p>`
      : '',
    `<p style="margin:24px 0 0;font-size:13px;color:#5c5a55">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('');
  return { subject: oneLine(content.subject), text: `${lines.join('\n\n')}\n`, html, attachments };
}
