import { checkExistingDemand, checkLetterText, generateDemandLetter, saveDemandLetter } from '@redress/contracts';
import { LETTER_WORK } from '../../shared/letters/letter-work.ts';
import { aBuyer, pay, useCaseWorld, type Buyer } from '../../testing/index.ts';

const LONGEST = 60_000;
/** Looked through in 5 ms at most. */
const SHORT = 4_000;
/** A letter of the longest length that can be sent, with a place of class A at its end. */
const repeated = (words: string, end: string) =>
  words.repeat(LONGEST / words.length).slice(0, LONGEST - end.length) + end;
const THREAT = ' or I will call the police.';
const LONG_TEXTS: Record<string, string> = {
  'plain sentences': repeated('He took the money for the roof, but the work was never done. ', THREAT),
  'one sentence of many parts': repeated('and so he took the money, ', THREAT),
  'questions without words': repeated('?!', THREAT),
  'a threat in each sentence': repeated('Pay me or I will have you arrested. ', THREAT),
};

/** The lengths of what this thread, which answers everybody, looked through itself. */
const lookedThrough: number[] = [];
for (const work of Object.values(LETTER_WORK)) {
  const { size, run } = work as { size: (input: unknown) => number; run: (input: unknown) => unknown };
  jest.spyOn(work, 'run').mockImplementation((input) => {
    lookedThrough.push(size(input));
    return run(input) as never;
  });
}

const world = useCaseWorld();
let letter: Buyer;
beforeAll(async () => {
  letter = await aBuyer(world);
  await pay(world, letter);
  await letter.browser.call(generateDemandLetter, { form_session_id: letter.formSessionId });
});

const act = (action: 'save' | 'approve_and_send', demand_letter?: string) =>
  letter.browser.call(saveDemandLetter, {
    form_session_id: letter.formSessionId,
    action,
    ...(demand_letter === undefined ? {} : { demand_letter }),
  });
const check = (demand_letter: string) =>
  letter.browser.call(checkLetterText, { form_session_id: letter.formSessionId, demand_letter });

it.each(Object.entries(LONG_TEXTS))(
  'answers others while the longest letter is looked through: %s',
  async (_, text) => {
    const saved = await act('save', text.slice(0, 5_000));
    expect([saved.status, saved.refusal?.code ?? null]).toEqual(
      text.slice(0, 5_000).includes('arrested') ? [422, 'LETTER_UNSAFE'] : [200, null],
    );
    lookedThrough.length = 0;
    expect((await act('save', text)).refusal?.code).toBe('LETTER_UNSAFE');
    expect((await check(text)).body.warnings.length).toBeGreaterThan(0);
    expect(lookedThrough.filter((length) => length > SHORT)).toEqual([]);
  },
);

it('shows and approves the longest letter without keeping others waiting', async () => {
  expect((await act('save', LONG_TEXTS['plain sentences']!.replace(THREAT, ''))).status).toBe(200);
  lookedThrough.length = 0;
  expect((await letter.browser.call(checkExistingDemand, { form_session_id: letter.formSessionId })).status).toBe(200);
  expect((await act('approve_and_send')).status).toBe(200);
  expect(lookedThrough.filter((length) => length > SHORT)).toEqual([]);
});
