import { createUnsavedAnswersStore, type UnsavedAnswers } from './unsaved-answers.ts';

const KEY = 'redress.personal.unsaved.a';
const entry: UnsavedAnswers = {
  formSessionId: 'a'.repeat(24),
  owner: null,
  baseRevision: 3,
  answers: { firstname: 'Zoë' },
  sent: null,
  step: 2,
  subStep: 1,
  keptAt: '2026-03-01T10:00:00.000Z',
};
const unsaved = createUnsavedAnswersStore(() => Date.parse('2026-03-02T10:00:00.000Z'));

afterEach(() => localStorage.clear());

it('keeps answers as the build before reads them, and reads what that build kept', () => {
  unsaved.keep('a', entry);
  const text = localStorage.getItem(KEY);
  expect(JSON.parse(text ?? '')).toEqual({ version: 1, ...entry });
  localStorage.setItem(KEY, JSON.stringify({ version: 1, ...entry, answers: { firstname: 'Ann' } }));
  expect(unsaved.read('a')).toMatchObject({ ...entry, answers: { firstname: 'Ann' } });
});

it('leaves answers of a newer shape for the build that wrote them', () => {
  const newer = JSON.stringify({ version: 2, typed: [] });
  localStorage.setItem(KEY, newer);
  expect(unsaved.read('a')).toBeNull();
  expect(unsaved.newest(null)).toBeNull();
  unsaved.forgetOld();
  expect(localStorage.getItem(KEY)).toBe(newer);
});
