import { createLookup, type Lookup } from './names.ts';

/** A name server whose answers are given by the test. */
function aNameServer() {
  const waiting: { hostname: string; answer: (error: Error | null, ...found: unknown[]) => void }[] = [];
  const lookup: Lookup = (hostname, _options, answer) => void waiting.push({ hostname, answer });
  return { waiting, lookup };
}
const failure = (code: string) => Object.assign(new Error(code), { code });
const ask = (lookup: Lookup, hostname: string) =>
  new Promise<unknown>((resolve, reject) => {
    lookup(hostname, { all: true }, (error, ...found) => (error ? reject(error) : resolve(found[0])));
  });
const FIRST = [{ address: '10.0.0.1', family: 4 }];
const SECOND = [{ address: '10.0.0.2', family: 4 }];

it('asks once for all who want a name meanwhile', async () => {
  const { waiting, lookup } = aNameServer();
  const remembering = createLookup(lookup);
  const both = [ask(remembering, 'database'), ask(remembering, 'database'), ask(remembering, 'store')];
  expect(waiting.map(({ hostname }) => hostname)).toEqual(['database', 'store']);
  waiting[0]!.answer(null, FIRST);
  waiting[1]!.answer(null, SECOND);
  expect(await Promise.all(both)).toEqual([FIRST, FIRST, SECOND]);
});

it('takes the new address of a name, and the one before while no answer comes or can be had', async () => {
  const { waiting, lookup } = aNameServer();
  const remembering = createLookup(lookup, 1);
  const first = ask(remembering, 'database');
  waiting[0]!.answer(null, FIRST);
  expect(await first).toEqual(FIRST);
  // Nothing comes.
  expect(await ask(remembering, 'database')).toEqual(FIRST);
  // It comes late: whoever asks from now on has it.
  waiting[1]!.answer(null, SECOND);
  await new Promise(setImmediate);
  const failing = ask(remembering, 'database');
  waiting[2]!.answer(failure('EAI_AGAIN'));
  expect(await failing).toEqual(SECOND);
  const gone = ask(createLookup(lookup), 'other');
  waiting[3]!.answer(failure('EAI_AGAIN'));
  await expect(gone).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

it('believes at once that a name does not exist any more', async () => {
  const { waiting, lookup } = aNameServer();
  const remembering = createLookup(lookup, 60_000);
  const first = ask(remembering, 'database');
  waiting[0]!.answer(null, FIRST);
  await first;
  const gone = ask(remembering, 'database');
  waiting[1]!.answer(failure('ENOTFOUND'));
  await expect(gone).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const failing = ask(remembering, 'database');
  waiting[2]!.answer(failure('EAI_AGAIN'));
  await expect(failing).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});
