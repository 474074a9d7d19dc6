/** @jest-environment node */
import { createHash } from 'node:crypto';
import type { DocumentSnapshot, Snapshot } from '@redress/contracts/releases';
import * as fc from 'fast-check';
import { aBuild, aSigner, aSnapshot } from '../testing/builds.ts';
import { openDocumentSnapshot, readPart } from './document-snapshot.ts';
import { pageAt, routeTable, slotOwner } from './routes.ts';

const now = new Date('2026-03-10T00:00:00Z');
const signer = aSigner();
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const NAMES = ['mf-account', 'mf-letters', 'mf-wizard'];
const page = (path: string) => ({ path, layout: 'public', documentClass: 'private', title: path }) as const;

/** A snapshot of three remotes, as the release service cuts it up. */
function aRelease(of: Partial<Snapshot> = {}, buildId = '0000000000a1') {
  const remotes = Object.fromEntries(
    NAMES.map((name) => [
      name,
      {
        current: aBuild({ name, buildId, routes: [page(`/${name}`)], slots: [`${name.slice(3)}.slot`] }),
        lastGood: null,
      },
    ]),
  );
  const { remotes: _, ...head } = aSnapshot(of);
  const texts = Object.fromEntries(Object.entries(remotes).map(([name, builds]) => [name, JSON.stringify(builds)]));
  const indexed = Object.entries(remotes).map(([name, { current }]) => [
    name,
    { part: digestOf(texts[name]!), routes: current.routes, slots: current.slots },
  ]);
  const index = signer.sign(JSON.stringify({ kind: 'redress index', ...head, remotes: Object.fromEntries(indexed) }));
  const document = (...names: string[]): DocumentSnapshot => ({
    ...index,
    parts: Object.fromEntries(names.map((name) => [name, texts[name]!])),
  });
  return { index, texts, document };
}
const open = (document: DocumentSnapshot) => openDocumentSnapshot(document, { keys: signer.keys, now });

it('knows every page and slot of the release, and the builds that the document brought', async () => {
  const { snapshot, isVerified } = await open(aRelease().document('mf-wizard'));
  expect(isVerified).toBe(true);
  expect(Object.keys(snapshot.remotes)).toEqual(['mf-wizard']);
  expect(Object.keys(snapshot.rest!)).toEqual(['mf-account', 'mf-letters']);
  expect(NAMES.map((name) => routeTable(snapshot).get(`/${name}`)?.owner)).toEqual(NAMES);
  expect(slotOwner(snapshot, 'letters.slot')).toBe('mf-letters');
  expect(slotOwner(snapshot, 'wizard.slot')).toBe('mf-wizard');
});

it('finds a page by its path with an id behind it, where it says so', () => {
  const page = { layout: 'account', documentClass: 'private', title: 'A page', guarded: true } as const;
  const routes = [
    { ...page, path: '/case', hasId: true },
    { ...page, path: '/list' },
  ];
  const table = routeTable(aSnapshot({ remotes: { 'mf-letters': { current: aBuild({ routes }), lastGood: null } } }));
  const id = 'a1'.repeat(12);
  const found = (path: string) => pageAt(table, path)?.route.path;
  expect([found(`/case/${id}`), found(`/case/${id}/`), found('/case'), found('/list/')]).toEqual([
    '/case',
    '/case',
    '/case',
    '/list',
  ]);
  expect([found(`/list/${id}`), found('/case/x'), found(`/case/${id}/x`), found(`/${id}`)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('opens a document without a part: a page of the shell', async () => {
  const { snapshot } = await open(aRelease().document());
  expect(Object.keys(snapshot.rest!)).toEqual(NAMES);
});

it('opens a document that brought the whole snapshot', async () => {
  const { snapshot } = await open(signer.sign(aSnapshot()));
  expect(snapshot).toEqual(aSnapshot());
});

it.each<[string, () => DocumentSnapshot, string]>([
  [
    'an index of a stranger',
    () => ({ ...aRelease().document(), signature: aSigner().sign('x').signature }),
    'bad-signature',
  ],
  ['an index of an unknown key', () => ({ ...aRelease().document(), keyId: 'k2' }), 'unknown-key'],
  [
    'an index that was changed',
    () => ({ ...aRelease().document(), payload: aRelease().index.payload.replace('"number":7', '"number":8') }),
    'bad-signature',
  ],
  ['an index that has expired', () => aRelease({ expiresAt: now.toISOString() }).document(), 'expired'],
  [
    'a part of another number',
    () => ({ ...aRelease().document(), parts: aRelease({ number: 8 }, '0000000000b2').document('mf-wizard').parts! }),
    'wrong-part',
  ],
  [
    'a part of another variant of the same number',
    () => ({
      ...aRelease({ variant: ['mf-letters'] }, '0000000000b2').document('mf-letters'),
      parts: aRelease().document('mf-letters').parts!,
    }),
    'wrong-part',
  ],
  [
    'a part under the name of another remote',
    () => ({ ...aRelease().document(), parts: { 'mf-wizard': aRelease().texts['mf-letters']! } }),
    'wrong-part',
  ],
  [
    'a part of a remote that the release does not have',
    () => ({ ...aRelease().document(), parts: { 'mf-other': aRelease().texts['mf-letters']! } }),
    'wrong-part',
  ],
  ['a member that every object has', () => ({ ...aRelease().document(), parts: { constructor: '{}' } }), 'wrong-part'],
])('refuses %s', async (_, make, reason) => {
  await expect(open(make())).rejects.toMatchObject({ name: 'SnapshotError', reason });
});

it('refuses a snapshot that is passed off as an index, and an index as a snapshot', async () => {
  const { payload } = aRelease().index;
  const asSnapshot = payload.replace('redress index', 'redress snapshot');
  await expect(open(signer.sign(asSnapshot))).rejects.toMatchObject({ reason: 'wrong-product' });
  await expect(open(signer.sign(payload.replace('redress index', 'redress rollout')))).rejects.toMatchObject({
    reason: 'unreadable',
  });
});

it('takes a part by its text alone: no change of it, however small, passes', async () => {
  const text = aRelease().texts['mf-letters']!;
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 3 }), async (at, put) => {
      const changed = text.slice(0, at) + put + text.slice(at + put.length);
      fc.pre(changed !== text);
      await expect(readPart('mf-letters', changed, digestOf(text))).rejects.toMatchObject({ reason: 'wrong-part' });
    }),
  );
});

it('opens any choice of parts of one release, and none in which one part is of another', async () => {
  const own = aRelease();
  const other = aRelease({ number: 8 }, '0000000000b2');
  await fc.assert(
    fc.asyncProperty(fc.subarray(NAMES), fc.subarray(NAMES), async (names, foreign) => {
      const document = own.document(...names);
      const mixed = { ...document, parts: { ...document.parts, ...other.document(...foreign).parts } };
      if (foreign.length > 0) await expect(open(mixed)).rejects.toMatchObject({ reason: 'wrong-part' });
      else expect(Object.keys((await open(mixed)).snapshot.remotes)).toEqual(names);
    }),
  );
});
