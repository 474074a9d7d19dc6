import fc from 'fast-check';
import {
  checkExistingDemand,
  generateDemandLetter,
  letterVersions,
  orderStatus,
  saveDemandLetter,
} from '@redress/contracts';
import { dayAtPlace } from '@redress/domain';
import {
  aBuyer,
  aClaim,
  aDraft,
  aSignature,
  pay,
  startCaseWorld,
  type Buyer,
  type CaseWorld,
} from '../../testing/index.ts';

const IS_VERIFY = process.env['VERIFY'] === '1';
/** 10,000 letters in `npm run verify`: each world of its own holds few enough that the last is as fast as the first. */
const WORLDS = IS_VERIFY ? 40 : 1;
const RUNS = IS_VERIFY ? 250 : 8;
const LETTERS_PER_PERSON = 25;
jest.setTimeout(IS_VERIFY ? 900_000 : 120_000);

let world: CaseWorld;
beforeEach(async () => {
  world = await startCaseWorld();
});
afterEach(() => world.stop());

type Act = 'save' | 'approve' | 'stop' | 'send_now' | 'wait' | 'work' | 'webhooks' | 'carrier-down' | 'carrier-up';
const ACTS: readonly Act[] = [
  'save',
  'approve',
  'stop',
  'send_now',
  'wait',
  'work',
  'webhooks',
  'carrier-down',
  'carrier-up',
];
const ACTIONS = { save: 'save', approve: 'approve_and_send', stop: 'stop', send_now: 'send_now' } as const;

/** What a person may believe about their letter: approved until, or out of their hands. */
interface ExpectedLetter {
  saves: number;
  text: string;
  windowEndsAt: number | null;
  isGone: boolean;
  /** The day the letter carries. */
  letterDay: string;
}

const WINDOW_MS = 60 * 60_000;
const dayOf = (at: number) => dayAtPlace(at, { state: aClaim().incidentState });

async function play(buyer: Buyer, acts: readonly Act[]): Promise<void> {
  const { browser, formSessionId: form_session_id } = buyer;
  const { body } = await browser.call(generateDemandLetter, { form_session_id });
  const expected: ExpectedLetter = {
    saves: 0,
    text: body.demand_letter,
    windowEndsAt: null,
    isGone: false,
    letterDay: '',
  };
  expected.letterDay = dayOf(world.clock.now().getTime() + WINDOW_MS);
  const now = () => world.clock.now().getTime();
  const isOver = () => expected.windowEndsAt !== null && now() >= expected.windowEndsAt;
  /** Dated anew: a draft again, of other words. */
  const takeRedated = (text: string, day: string) =>
    Object.assign(expected, { text, letterDay: day, windowEndsAt: null });
  /** The window has ended and its job has run: posted, or held because a later day has begun meanwhile. */
  const windowHasEnded = async () => {
    const isStale = expected.letterDay < dayOf(now());
    const { body: found } = await browser.call(checkExistingDemand, { form_session_id });
    expect(found.state).toEqual(isStale ? 'draft' : expect.stringMatching(/^post/));
    if (isStale) takeRedated(found.demand_letter ?? '', dayOf(now()));
    else expected.isGone = true;
  };

  for (const act of acts) {
    if (act === 'wait') world.clock.advance({ minutes: 40 });
    else if (act === 'work') {
      await world.runJobs({ includeDelayed: expected.windowEndsAt === null || isOver() });
      if (isOver() && !expected.isGone) await windowHasEnded();
    } else if (act === 'webhooks') await world.webhooksDone();
    else if (act === 'carrier-down')
      await world.control('/faults', { service: 'lob', kind: '500-after-commit', times: 2 });
    else if (act === 'carrier-up') await world.control('/faults/clear');
    else {
      expected.saves += 1;
      const text = `${expected.text}\n\nAddition ${expected.saves}.`;
      const answer = await browser.call(saveDemandLetter, {
        form_session_id,
        action: ACTIONS[act],
        ...(act === 'save' ? { demand_letter: text } : {}),
      });
      const goesOutOn = dayOf(now() + (act === 'approve' ? WINDOW_MS : 0));
      const isStale =
        !expected.isGone &&
        expected.letterDay < goesOutOn &&
        (act === 'approve' ? expected.windowEndsAt === null : act === 'send_now' && expected.windowEndsAt !== null);
      if (isStale) {
        expect([act, answer.refusal?.code]).toEqual([act, 'LETTER_REDATED']);
        takeRedated((answer.refusal?.other as { demand_letter: string }).demand_letter, goesOutOn);
        continue;
      }
      const isMine = !expected.isGone && !isOver();
      const isAllowed =
        act === 'save' || act === 'stop'
          ? isMine
          : act === 'send_now'
            ? expected.isGone || expected.windowEndsAt !== null
            : true;
      expect([act, answer.status === 200]).toEqual([act, isAllowed]);
      if (!isAllowed) continue;
      if (act === 'save') expected.text = text;
      if (act === 'stop') expected.windowEndsAt = null;
      if (act === 'approve' && expected.windowEndsAt === null && !expected.isGone)
        expected.windowEndsAt = now() + WINDOW_MS;
      if (act === 'send_now') expected.isGone = true;
    }
  }

  // In the end: everything due is done, and the person believes what is true.
  await world.control('/faults/clear');
  if (expected.windowEndsAt !== null && !expected.isGone) {
    world.clock.advance({ seconds: Math.max(1, (expected.windowEndsAt - now()) / 1000) });
    await world.runJobs({ includeDelayed: true });
    await windowHasEnded();
  }
  for (let round = 0; round < 3; round += 1) await world.runJobs({ includeDelayed: true });
  const { body: status } = await browser.call(orderStatus, { form_session_id });
  expect(status.order.state).toBe(expected.isGone ? 'posted' : 'letter-drafted');
  const mailings = await world.mailingsOf({ demandId: status.order.demand_id ?? '' });
  expect(mailings).toHaveLength(expected.isGone ? 1 : 0);
  const printed = (await world.letters()).filter(({ metadata }) => metadata['mailing_id'] === mailings[0]?.id);
  expect(printed).toHaveLength(mailings.length);
  if (!expected.isGone) return;
  const { body: history } = await browser.call(letterVersions, { demand_id: status.order.demand_id ?? '' });
  const posted = history.versions.find(({ posted: isPosted }) => isPosted);
  expect(posted?.text).toBe(expected.text);
  expect(posted?.approved).toBe(true);
}

const worlds = Array.from({ length: WORLDS }, (_, index) => index + 1);
it.each(worlds)('mails the last saved text of an approval that stands, once, whatever happens (world %i)', async () => {
  let person: Buyer | null = null;
  let letters = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { maxLength: 14 }), async (acts) => {
      if (letters % LETTERS_PER_PERSON === 0) person = null;
      letters += 1;
      const buyer: Buyer = person
        ? { ...person, formSessionId: await aDraft(person.browser, aClaim({ signature: aSignature() })) }
        : await aBuyer(world);
      person = buyer;
      await pay(world, buyer);
      await play(buyer, acts);
    }),
    {
      numRuns: RUNS,
      examples: [
        [['approve', 'save', 'wait', 'wait', 'save', 'work']],
        [['approve', 'carrier-down', 'send_now', 'work', 'send_now', 'work']],
        [['approve', 'stop', 'wait', 'wait', 'work', 'approve', 'wait', 'wait', 'stop', 'send_now']],
      ],
    },
  );
});
