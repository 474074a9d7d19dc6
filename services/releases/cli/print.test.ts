import { said } from './command.ts';
import { printAnswer, when } from './print-answer.ts';
import { printTarget } from './print.ts';

it('says of which zone a time is: the reader has another clock on the wall', () => {
  expect(when('2026-12-24T17:00:30.250Z')).toBe('2026-12-24 17:00:30 UTC');
  expect(when(null)).toBe('');
});

it('says until when a webhook is signed with its former secret, and whose remotes it is told of', () => {
  const target = { id: 3, channel: 'production', team: 'team-a', kind: 'webhook', address: 'x', actor: 'ann' } as const;
  const times = { createdAt: '2026-12-24T17:00:30Z', formerSecretUntil: '2026-12-25T17:00:30Z' };
  expect(printTarget({ ...target, ...times, secret: 'whsec_1' })).toMatch(/team-a alone[^]*whsec_1[^]*25 17:00:30 UTC/);
});

it('lets no reason write a line of its own, and keeps it as it is for programs', () => {
  const [from, until] = ['2026-12-23T17:00:00Z', '2026-12-27T08:00:00Z'];
  const reason = 'year end\n4   2026-12-28 00:00:00 UTC';
  const { text, json } = said([{ id: 3, from, until, actor: 'ann', reason }], (rows) => printAnswer(rows));
  expect(text.split('\n')).toHaveLength(2);
  expect(json).toMatchObject([{ reason }]);
});

it('shows what holds something: columns of a list, parts of a value, lists in an answer', () => {
  const rows = [
    { id: 1, note: null, builds: [{ name: 'mf-a', buildId: 'b' }], isReady: true },
    { id: 12, note: null, builds: [], isReady: false },
  ];
  expect(printAnswer(rows)).toBe('id  builds  is ready\n1   mf-a@b  yes\n12');
  expect(printAnswer([], { empty: 'Nothing is frozen.' })).toBe('Nothing is frozen.');
  expect(printAnswer({ limit: null, pinned: [{ name: 'mf-a' }] })).toBe('limit: none\npinned:\nname\nmf-a');
});
