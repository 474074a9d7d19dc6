import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createText } from '../text.ts';
import { catalogues } from '../../texts/index.ts';
import { emailColours } from './email-style.ts';
import { renderEmail, type EmailSender } from './render.ts';
import type { EmailContent } from './template.ts';

const text = createText('en', catalogues('en'));
const NOBODY: EmailSender = { title: 'Redress', line: '', replyTo: '', postalAddress: '' };
const draw = (content: Partial<EmailContent> = {}, sender: Partial<EmailSender> = {}) =>
  renderEmail(
    { subject: 'Your receipt', paragraphs: ['We received your payment.'], ...content },
    { siteOrigin: 'https://redress.example', sender: { ...NOBODY, ...sender }, text },
  );

it('begins with the headline, then the code, in both forms', () => {
  const mail = draw({ headline: 'Enter this code', code: '123456' });
  expect(mail.text).toMatch(/^Enter this code\n\n123456\n\nWe received/);
  const at = (part: string) => mail.html.indexOf(part);
  expect(at('Enter this code')).toBeLessThan(at('123456'));
  expect(at('123456')).toBeLessThan(at('We received'));
});

it('says facts and steps in words, in both forms', () => {
  const mail = draw({
    facts: [{ label: 'Demand Letter', value: '$41.44' }],
    steps: [
      { label: 'Approved', isDone: true },
      { label: 'Delivered', isDone: false },
    ],
  });
  expect(mail.text).toContain('Demand Letter: $41.44');
  expect(mail.text).toContain('[x] Approved\n[ ] Delivered');
  for (const part of ['Demand Letter', '$41.44', 'Approved', 'Delivered']) expect(mail.html).toContain(part);
});

it('needs no picture and fetches nothing', () => {
  const { html } = draw({ code: '123456', button: { label: 'Open', url: 'https://redress.example/login' } });
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import/i);
  expect(html.match(/https?:\/\/[^"'<\s]+/g)?.every((url) => url.startsWith('https://redress.example'))).toBe(true);
});

it('gives what people typed as text, never as markup', () => {
  const { html } = draw({ paragraphs: ['To <script>alert(1)</script> & "Sons"'], headline: '<b>x</b>' });
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;Sons&#34;');
  expect(html).toContain('&#60;b&#62;x&#60;/b&#62;');
});

it('names the site, its line and where it is as configured, and invents nothing', () => {
  const named = draw({}, { title: 'Acme', line: 'We write.', postalAddress: '1 Main St\nAmes, IA 50010' });
  for (const form of [named.text, named.html]) {
    expect(form).toContain('Acme: We write.');
    expect(form).toContain('Ames, IA 50010');
  }
  expect(draw().text.split('--\n')[1]).toMatch(/^Redress\n\nYou get this mail/);
});

it('uses the colours of the product in both schemes', () => {
  const tokens = readFileSync(path.resolve(import.meta.dirname, '../../../../../packages/ui/src/tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');
  const nameOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  for (const [sheet, colours] of [
    [light, emailColours.light],
    [dark, emailColours.dark],
  ] as const) {
    for (const [key, colour] of Object.entries(colours)) {
      const token = new RegExp(`${nameOf(key)}: (#[0-9a-f]{3,6});`, 'i').exec(sheet)?.[1]?.toLowerCase();
      expect([key, token]).toEqual([key, colour]);
    }
  }
});
