import { forgetOldStorage } from './browser-storage.ts';
import { keepReports, takeReports } from './kept-reports.ts';
import { forgetRefused, stored, type StorageArea } from './stored.ts';

const draftsOf = (versions: number[], area: StorageArea = 'browser') =>
  stored(area, 'redress.personal.draft.', (kept) => {
    const { v, text } = kept as { v?: number; text?: string };
    return versions.includes(v ?? 0) && typeof text === 'string' ? { v: v ?? 0, text } : null;
  });
const drafts = draftsOf([1]);
const KEY = 'redress.personal.draft.a';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetRefused();
});
afterEach(() => jest.restoreAllMocks());

const deny = (name: 'localStorage' | 'sessionStorage') =>
  jest.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
const fill = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

it('writes what the build before reads: its key, its version, its shape', () => {
  drafts.write({ v: 1, text: 'Dear Sir' }, 'a');
  expect({ ...localStorage }).toEqual({ [KEY]: '{"v":1,"text":"Dear Sir"}' });
});

it('reads nothing of a version it does not know, and leaves it for the build that does', () => {
  const newer = draftsOf([1, 2]);
  newer.write({ v: 2, text: 'newer' }, 'a');
  expect(drafts.read('a')).toBeNull();
  expect(drafts.ids()).toEqual(['a']);
  expect(newer.read('a')).toEqual({ v: 2, text: 'newer' });
  drafts.write({ v: 1, text: 'older' }, 'a');
  expect(newer.read('a')).toEqual({ v: 1, text: 'older' });
});

it.each(['{"v":1', '[]', '1', 'null', '"text"', '{"v":"1","text":"x"}', '{"v":1,"text":3}', '{"text":"x"}'])(
  'takes %s for nothing',
  (text) => {
    localStorage.setItem(KEY, text);
    expect(drafts.read('a')).toBeNull();
  },
);

it.each([
  ['browser', 'localStorage'],
  ['tab', 'sessionStorage'],
] as const)('lasts as long as the document where the storage of the %s is denied', (area, name) => {
  const own = draftsOf([1], area);
  deny(name);
  expect(own.read('a')).toBeNull();
  expect(own.write({ v: 1, text: 'kept' }, 'a')).toBe(false);
  expect(own.read('a')).toEqual({ v: 1, text: 'kept' });
  expect(own.ids()).toEqual(['a']);
  expect(own.write(null, 'a')).toBe(true);
  expect(own.ids()).toEqual([]);
});

it('does not give an older value for one that a full storage refused', () => {
  drafts.write({ v: 1, text: 'old' }, 'a');
  const full = fill();
  expect(drafts.write({ v: 1, text: 'new' }, 'a')).toBe(false);
  expect(drafts.read('a')).toEqual({ v: 1, text: 'new' });
  full.mockRestore();
  expect(drafts.write({ v: 1, text: 'newest' }, 'a')).toBe(true);
  expect(drafts.read('a')).toEqual({ v: 1, text: 'newest' });
});

it('finds nothing after another tab emptied what all share, and keeps what comes then', () => {
  drafts.write({ v: 1, text: 'old' }, 'a');
  localStorage.clear();
  expect(drafts.read('a')).toBeNull();
  expect(drafts.ids()).toEqual([]);
  expect(drafts.write({ v: 1, text: 'new' }, 'a')).toBe(true);
  expect(drafts.read('a')).toEqual({ v: 1, text: 'new' });
});

it('gives the reports of an earlier tab once', () => {
  expect(takeReports()).toEqual([]);
  keepReports([{ kind: 'load' }]);
  expect(takeReports()).toEqual([{ kind: 'load' }]);
  expect(takeReports()).toEqual([]);
});

it('throws away what a person left 30 days ago, of every build, and nothing younger', () => {
  const day = (count: number) => new Date(Date.UTC(2026, 2, count)).toISOString();
  const keep = (name: string, entry: object) => localStorage.setItem(`redress.personal.${name}`, JSON.stringify(entry));
  keep('unsaved.old', { version: 1, keptAt: day(1) });
  keep('letter-text.newer-build', { v: 2, keptAt: day(1) });
  keep('unsaved.young', { version: 1, keptAt: day(3) });
  localStorage.setItem('redress.consent', JSON.stringify({ keptAt: day(1) }));
  forgetOldStorage(Date.parse(day(32)));
  expect(Object.keys(localStorage).sort()).toEqual(['redress.consent', 'redress.personal.unsaved.young']);
});
