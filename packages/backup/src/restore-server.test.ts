import { logAfter, recoveryFailure } from './restore-server.ts';

const label = 'START WAL LOCATION: 0/5000028 (file 000000010000000000000005)\nSTART TIMELINE: 1\n';
const segment = (place: string, timeline = 1) => `0000000${timeline}00000000000000${place}`;

it('takes the log from the copy on, over a failover, with the segment that was being written', () => {
  const names = [
    segment('04'),
    segment('05'),
    segment('06'),
    segment('06', 2),
    '00000002.history',
    `${segment('07', 2)}.partial`,
  ];
  expect(logAfter(label, names)).toEqual([
    ...[segment('05'), segment('06'), segment('06', 2), '00000002.history'].map((name) => ({ from: name, to: name })),
    { from: `${segment('07', 2)}.partial`, to: segment('07', 2) },
  ]);
});

it('takes a whole segment before one that is being written, and nothing that is no log', () => {
  const names = [segment('05'), `${segment('05')}.partial`, 'archive_status', 'x'];
  expect(logAfter(label, names)).toEqual([{ from: segment('05'), to: segment('05') }]);
});

it('refuses a copy that does not say where its log begins', () => {
  expect(() => logAfter('', [])).toThrow('use another backup');
});

it.each([
  ['FATAL:  recovery ended before configured recovery target was reached', 'The archived log ends before that time'],
  ['FATAL:  could not extend file: No space left on device', 'The disk is full'],
  ['LOG:  x\nFATAL:  invalid checkpoint record\nLOG:  shut down', 'FATAL:  invalid checkpoint record'],
  ['', 'it gave no reason'],
])('says in a sentence why a recovery ended: %s', (said, sentence) => {
  expect(recoveryFailure(said).message).toContain(sentence);
});
