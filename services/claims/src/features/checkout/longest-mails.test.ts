import { renderEmail, type EmailSender } from '../../platform/email/render.ts';
import { createText } from '../../platform/text.ts';
import { accountEmails } from '../../shared/account-emails.ts';
import { catalogues } from '../../texts/index.ts';
import { newsEmails } from './news-emails.ts';

const SITE = 'https://a-very-long-name-of-a-site-that-somebody-has-chosen.example';
/** The longest that a claim and a configuration give, each one word, which no line can break at a space. */
const VALUES = {
  to: 'Donaudampfschifffahrtsgesellschaft'.repeat(6),
  package: 'Kleinforderungsverfahren'.repeat(5),
  order: `R-${'9'.repeat(38)}`,
  amount: '$99,999,999.99',
  way: `certified mail ${'9'.repeat(340)}`,
  number: '9'.repeat(60),
  day: 'September 30, 2026',
  until: 'Wednesday, September 30, 2026 at 11:59 PM Central Daylight Time',
  what: 'Nordrheinwestfalenstrasse'.repeat(12),
  next: 'Llanfairpwllgwyngyll'.repeat(15),
  count: 40,
  code: '123456',
  minutes: 10,
  url: `${SITE}/${'a'.repeat(300)}`,
};
const RECEIPT = { facts: [{ label: VALUES.package, value: VALUES.what }], attachments: [] };
const SENDER: EmailSender = {
  title: 'Rechtsschutzversicherung'.repeat(4),
  line: 'Forderungsschreiben'.repeat(8),
  replyTo: '',
  postalAddress: `12 ${'Llanfairpwllgwyngyll'.repeat(14)}\n${'Parangaricutirimicuaro'.repeat(5)}`,
};
const text = createText('en', catalogues('en'));

/** Start tags of the elements that hold words of their own, not those of elements within. */
function tagsWithWords(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  const open: string[] = [];
  const found = new Set<string>();
  for (const [, tag = '', words = ''] of body.matchAll(/(<[^>]+>)([^<]*)/g)) {
    if (tag.startsWith('</')) open.pop();
    else if (tag !== '<br>') open.push(tag);
    if (words.trim() !== '') found.add(open.at(-1) ?? '');
  }
  return [...found];
}

const plain = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe.each(
  [...accountEmails(SITE), ...newsEmails(() => Promise.resolve(RECEIPT))].map((mail) => [mail.name, mail] as const),
)('%s with the longest words', (_, template) => {
  const drawn = async () =>
    renderEmail(await template.compose(VALUES, text), { siteOrigin: SITE, sender: SENDER, text });

  it('breaks a word in every part that holds one, and no table grows with its words', async () => {
    const { html } = await drawn();
    const tags = tagsWithWords(html);
    expect(tags.length).toBeGreaterThan(3);
    // Of the two, programs that read mail know one or the other.
    const rigid = tags.filter((tag) => !/overflow-wrap:anywhere;word-break:break-word/.test(tag));
    expect(rigid).toEqual([]);
    const growing = (html.match(/<table[^>]*>/g) ?? []).filter((table) => !table.includes('table-layout:fixed'));
    expect(growing).toEqual([]);
    expect(html).not.toMatch(/white-space:nowrap|min-width|width="(?:[3-9]\d|\d{3,})"/);
  });

  it('says in plain text every word that the drawn form says, and cuts none', async () => {
    const mail = await drawn();
    // The subject stands above the plain text; a mail without a headline does not repeat it.
    const written = `${mail.subject}\n${mail.text}`;
    const said = plain(mail.html)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line !== '✓' && line !== '○');
    expect(said.filter((line) => !written.includes(line))).toEqual([]);
    expect(written).not.toMatch(/\{\w+\}/);
  });
});
