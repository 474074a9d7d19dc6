import { escapeHtml } from '@redress/contracts/releases';
import { emailColours, emailStyle } from './email-style.ts';
import type { EmailContent } from './template.ts';

/** Who writes: from the site's configuration, and nothing invented where it is empty. */
export interface EmailSender {
  title: string;
  line: string;
  /** Where an answer goes; the address mails come from when empty. */
  replyTo: string;
  postalAddress: string;
}

interface RenderDeps {
  siteOrigin: string;
  sender: EmailSender;
  text: (key: string, values?: Record<string, string | number>) => string;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
  attachments: NonNullable<EmailContent['attachments']>;
  headers?: Record<string, string>;
}

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();
const withBreaks = (value: string): string => escapeHtml(value).replaceAll('\n', '<br>');

const { light } = emailColours;
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
/** Each part says it: some programs drop what a table would hand down, and each knows one of the two. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';

/** A letter sheet with a folded corner, of borders alone: a picture would be missing where pictures are off. */
const MARK = `<span class="mark" style="display:inline-block;width:14px;height:18px;margin-right:10px;border:2px solid ${light.primary};border-radius:2px 8px 2px 2px;vertical-align:-4px"></span>`;

const headOf = (title: string): string =>
  `<p style="margin:0;font-family:'Source Serif 4',Georgia,serif;font-size:21px;font-weight:600;${WRAP}">${MARK}${escapeHtml(title)}</p>`;

const codeBox = (code: string): string =>
  `<p class="box" style="margin:0 0 20px;padding:16px;border:1px solid ${light.controlLine};border-radius:8px;background:${light.primaryTint};text-align:center;font-size:30px;font-weight:700;letter-spacing:6px;${WRAP}">${escapeHtml(code)}</p>`;

const paragraph = (value: string): string => `<p style="margin:0 0 16px;${WRAP}">${withBreaks(value)}</p>`;

/** Programs that read mail as old pages hand no colour down into a table: each cell says its own. */
const factRows = (facts: NonNullable<EmailContent['facts']>): string =>
  `<table ${TABLE} style="margin:0 0 20px;table-layout:fixed">${facts
    .map(
      ({ label, value }) =>
        `<tr><td width="40%" class="line ink" style="padding:8px 12px 8px 0;border-top:1px solid ${light.line};color:${light.ink};${WRAP}">${escapeHtml(label)}</td><td class="line ink" align="right" style="padding:8px 0;border-top:1px solid ${light.line};color:${light.ink};font-weight:700;${WRAP}">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** Told by a sign and by words, not by colour alone. */
const stepRows = (steps: NonNullable<EmailContent['steps']>): string =>
  `<table ${TABLE} style="margin:0 0 20px;table-layout:fixed">${steps
    .map(
      ({ label, isDone }) =>
        `<tr><td width="28" class="${isDone ? 'done' : 'soft'}" style="padding:4px 0;color:${isDone ? light.primary : light.inkSoft};font-weight:700;${WRAP}">${isDone ? '&#10003;' : '&#9675;'}</td><td class="${isDone ? 'ink' : 'soft'}" style="padding:4px 0;color:${isDone ? `${light.ink};font-weight:700` : light.inkSoft};${WRAP}">${escapeHtml(label)}</td></tr>`,
    )
    .join('')}</table>`;

const buttonRow = ({ label, url }: NonNullable<EmailContent['button']>): string =>
  `<p style="margin:0 0 8px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${light.primary};color:${light.onPrimary};font-weight:600;text-decoration:none;${WRAP}">${escapeHtml(label)}</a></p>`;

const buttonsOf = ({ button, moreButtons = [] }: EmailContent) => [...(button ? [button] : []), ...moreButtons];
const linkLine = ({ label, url }: NonNullable<EmailContent['button']>): string => `${label}:\n${url}`;

function asText(content: EmailContent, footer: readonly string[]): string {
  const { headline, paragraphs, code, facts = [], steps = [] } = content;
  const lines = [
    ...(headline ? [headline] : []),
    ...(code ? [code] : []),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(steps.length > 0 ? [steps.map(({ label, isDone }) => `[${isDone ? 'x' : ' '}] ${label}`).join('\n')] : []),
    ...buttonsOf(content).map(linkLine),
    `--\n${footer.join('\n\n')}`,
  ];
  return `${lines.join('\n\n')}\n`;
}

/** Both forms of a mail, made from the same sentences. No picture, no tracking, no remote address but the button's. */
export function renderEmail(content: EmailContent, { siteOrigin, sender, text }: RenderDeps): RenderedEmail {
  const { headline, paragraphs, code, facts = [], steps = [], unsubscribe, attachments = [] } = content;
  const footer = [
    [sender.title, sender.line].filter(Boolean).join(': '),
    text('mail.footer', { site: siteOrigin }),
    sender.postalAddress,
  ].filter(Boolean);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(content.subject)}</title><style>${emailStyle}</style></head>`,
    `<body class="ground" style="margin:0;padding:0;background:${light.ground};color:${light.ink};font:16px/1.5 'Public Sans',system-ui,sans-serif">`,
    `<table ${TABLE} class="ground" style="background:${light.ground};table-layout:fixed"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${TABLE} style="max-width:560px;table-layout:fixed;text-align:left;${WRAP}">`,
    `<tr><td class="ink" style="padding:0 4px 16px;color:${light.ink}">${headOf(sender.title)}</td></tr>`,
    `<tr><td class="sheet" style="padding:28px 20px;border:1px solid ${light.line};border-radius:10px;background:${light.paper};color:${light.ink}">`,
    `<h1 style="margin:0 0 20px;font-family:'Source Serif 4',Georgia,serif;font-size:24px;line-height:1.2;font-weight:600;${WRAP}">${escapeHtml(headline ?? content.subject)}</h1>`,
    code ? codeBox(code) : '',
    ...paragraphs.map(paragraph),
    facts.length > 0 ? factRows(facts) : '',
    steps.length > 0 ? stepRows(steps) : '',
    ...buttonsOf(content).map(buttonRow),
    '</td></tr>',
    `<tr><td class="soft" style="padding:20px 4px 0;color:${light.inkSoft};font-size:14px">`,
    ...footer.map((line) => `<p style="margin:0 0 8px;${WRAP}">${withBreaks(line)}</p>`),
    unsubscribe
      ? `<p style="margin:0 0 8px"><a class="soft" href="${escapeHtml(unsubscribe.url)}" style="color:${light.inkSoft};${WRAP}">${escapeHtml(unsubscribe.label)}</a></p>`
      : '',
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
  return {
    subject: oneLine(content.subject),
    text: asText(content, [...footer, ...(unsubscribe ? [linkLine(unsubscribe)] : [])]),
    html,
    attachments,
    // RFC 8058: a mail program stops them by one press, without a page.
    ...(unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': `<${unsubscribe.url}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
  };
}
