import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@redress/contracts';
import { hasErrorText } from '@redress/copy/errors';
import { isValidationKey } from '@redress/copy/validation';
import { NOTICES, accountEmails } from '../shared/account-emails.ts';
import { catalogues } from '../texts/index.ts';
import { createText } from './text.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));
const text = createText('en', catalogues('en'));

const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1]!))),
];

it('has a sentence for every key the service asks for', () => {
  const keys = found(/\btext\(\s*'([A-Za-z0-9.-]+)'/g);
  expect(keys.length).toBeGreaterThan(40);
  for (const key of keys) expect([key, text(key) === key]).toEqual([key, false]);
});

it('has a sentence for every field error and every refusal', () => {
  for (const key of found(/'validation\.([A-Za-z.]+)'/g)) expect([key, isValidationKey(key)]).toEqual([key, true]);
  for (const { text: key } of Object.values(ERRORS)) expect([key, hasErrorText(key)]).toEqual([key, true]);
});

it('leaves no placeholder open in the mails about an account', async () => {
  expect(NOTICES.length).toBeGreaterThan(0);
  for (const { name, compose } of accountEmails('https://redress.example')) {
    const { subject, paragraphs } = await compose({ code: '123456', minutes: 10 }, text);
    for (const sentence of [subject, ...paragraphs])
      expect([name, sentence]).not.toEqual([name, expect.stringMatching(/[{}]|^mail\./)]);
  }
});

it('puts values in place, and leaves an unknown key visible', () => {
  const say = createText('en', [{ greet: 'Hello {name}, {name}!' }]);
  expect(say('greet', { name: '{x}' })).toBe('Hello {x}, {x}!');
  expect(say('no.such.key')).toBe('no.such.key');
});

it('ends a sentence once when a name ends with a full stop', () => {
  const say = createText('en', [{ approved: 'You approved your letter to {to}. It goes out.' }]);
  expect(say('approved', { to: 'Lee, L.L.C.' })).toBe('You approved your letter to Lee, L.L.C. It goes out.');
  expect(say('approved', { to: 'Bo Lee' })).toBe('You approved your letter to Bo Lee. It goes out.');
});
