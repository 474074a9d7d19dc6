/** @jest-environment node */
import { createHash } from 'node:crypto';
import { aBuild, aSnapshot } from '../testing/builds.ts';
import type { TabSnapshot } from './document-snapshot.ts';
import type { RemoteBuilds } from './failed-builds.ts';
import { createKnownBuilds } from './known-builds.ts';

const LETTERS: RemoteBuilds = { current: aBuild({ name: 'mf-letters' }), lastGood: null };
const TEXT = JSON.stringify(LETTERS);
const DIGEST = createHash('sha256').update(TEXT).digest('base64url');
const partly: TabSnapshot = {
  ...aSnapshot({ remotes: { 'mf-wizard': { current: aBuild({ name: 'mf-wizard' }), lastGood: null } } }),
  rest: { 'mf-letters': { part: DIGEST, routes: [], slots: [] } },
};

function aTab(answer: (again: boolean) => Promise<string>) {
  const asked: [string, boolean][] = [];
  const failed: string[] = [];
  const trusted: string[] = [];
  const known = createKnownBuilds(partly, {
    fetchPart(digest, again) {
      asked.push([digest, again]);
      return answer(again);
    },
    onFailed: (name) => failed.push(name),
    onKnown: ({ current }) => trusted.push(current.name),
    retryAfterMs: () => 0,
  });
  return { known, asked, failed, trusted };
}

it('asks for nothing that the document brought, and knows no other remote', async () => {
  const { known, asked } = aTab(() => Promise.reject(new Error('not asked')));
  expect((await known.of('mf-wizard'))?.current.name).toBe('mf-wizard');
  expect(await known.of('mf-other')).toBeUndefined();
  expect(await known.of('constructor')).toBeUndefined();
  expect(asked).toEqual([]);
});

it('asks for a part once, whoever needs it, and trusts its files from then on', async () => {
  const { known, asked, trusted } = aTab(() => Promise.resolve(TEXT));
  const all = await Promise.all([known.of('mf-letters'), known.of('mf-letters')]);
  expect([...all, await known.of('mf-letters')]).toEqual([LETTERS, LETTERS, LETTERS]);
  expect(asked).toEqual([[DIGEST, false]]);
  expect(trusted).toEqual(['mf-letters']);
  expect(known.snapshot()).toMatchObject({ remotes: { 'mf-wizard': {}, 'mf-letters': LETTERS }, rest: {} });
});

it.each([
  ['that did not come', () => Promise.reject(new Error('404'))],
  ['that a cache answers wrongly', () => Promise.resolve('{}')],
])('asks once more, past the caches, for a part %s', async (_, wrong) => {
  const { known, asked, failed } = aTab((again) => (again ? Promise.resolve(TEXT) : wrong()));
  expect(await known.of('mf-letters')).toEqual(LETTERS);
  expect(asked).toEqual([
    [DIGEST, false],
    [DIGEST, true],
  ]);
  expect(failed).toEqual([]);
});

it('trusts nothing of a forged part, says so, and asks again when it is needed again', async () => {
  let answer = TEXT.replace('entry.js', 'other.js');
  const { known, failed, trusted } = aTab(() => Promise.resolve(answer));
  await expect(known.of('mf-letters')).rejects.toMatchObject({ kind: 'integrity-refused' });
  expect([failed, trusted]).toEqual([['mf-letters'], []]);
  answer = TEXT;
  expect(await known.of('mf-letters')).toEqual(LETTERS);
});

it('says that a part is missing when nobody has it any more', async () => {
  const { known, failed } = aTab(() => Promise.reject(new Error('404')));
  await expect(known.of('mf-letters')).rejects.toMatchObject({ kind: 'load-failed' });
  expect(failed).toEqual(['mf-letters']);
});

it('gives the builds of a newer snapshot that came while the part was on its way', async () => {
  const newer: RemoteBuilds = { current: aBuild({ name: 'mf-letters', buildId: '0000000000b2' }), lastGood: null };
  const { known, trusted } = aTab(() => {
    known.replace(aSnapshot({ number: 8, remotes: { 'mf-letters': newer } }));
    return Promise.resolve(TEXT);
  });
  expect(await known.of('mf-letters')).toEqual(newer);
  expect(trusted).toEqual([]);
});

it('needs no part any more that a newer snapshot has replaced', async () => {
  const newer: RemoteBuilds = { current: aBuild({ name: 'mf-letters', buildId: '0000000000b2' }), lastGood: null };
  const { known } = aTab(() => {
    known.replace(aSnapshot({ number: 8, remotes: { 'mf-letters': newer } }));
    return Promise.reject(new Error('404'));
  });
  expect(await known.of('mf-letters')).toEqual(newer);
});
