import fc from 'fast-check';
import {
  answerWait,
  askForLook,
  checkExistingDemand,
  createEditSession,
  generateDemandLetter,
  refundLetter,
  saveFormData,
  saveDemandLetter,
  updateDemandLetter,
  type ClaimFormData,
  type UnsafeLetter,
} from '@redress/contracts';
import { screenText, sentenceKey } from '@redress/domain/letter-gate';
import { createDesk } from '../../ops/desk.ts';
import { createStoppedSentences } from '../../ops/stopped-sentences.ts';
import { letterHash } from '../../shared/letters/letter.repository.ts';
import { aBuyer, aClaim, aDraft, aSignature, paidCase, pay, useCaseWorld, type Buyer } from '../../testing/index.ts';

const world = useCaseWorld();

const THREAT = 'If you do not pay I will call the police.';
const FACT_LIKE = 'The sheriff will visit your shop, as he does every week.';
const PRESSURE = 'I will tell your wife.';

const aLetter = async (answers: ClaimFormData = {}) => {
  const paid = await paidCase(world, answers);
  return { ...paid, demand: paid.letter };
};
type Action = 'save' | 'approve_and_send' | 'send_now' | 'stop';
const act = (
  { browser, formSessionId }: Buyer,
  action: Action,
  more: { demand_letter?: string; sentence_choices?: { key: string; choice: 'keep' | 'cut' }[] } = {},
) => browser.call(saveDemandLetter, { form_session_id: formSessionId, action, ...more });
const placesIn = (refusal: unknown) =>
  ((refusal as { other?: UnsafeLetter }).other?.places ?? []).map(({ kind, sentence }) => [kind, sentence]);
const current = async ({ browser, formSessionId }: Buyer) =>
  (await browser.call(checkExistingDemand, { form_session_id: formSessionId })).body;

/** What the printer has been given of a letter: the words of the version each paper was made of. */
const printedOf = async (demandId: string): Promise<string[]> => {
  const { db } = world.claims.platform;
  const mailings = await world.mailingsOf({ demandId });
  const taken = new Set((await world.letters()).map(({ metadata }) => metadata['mailing_id']));
  const versions = await db.selectFrom('letter_version').selectAll().where('letter_id', '=', demandId).execute();
  return mailings
    .filter(({ id }) => taken.has(id))
    .map((mailing) => versions.find(({ version }) => version === mailing.version)?.text ?? '');
};

/** A letter as it may stand in the database from before the gate: approved, with words that may not be posted. */
async function approveUnseen(letter: { demandId: string }, added: string): Promise<void> {
  const { db } = world.claims.platform;
  const row = await db
    .selectFrom('letter')
    .innerJoin('letter_version', (join) =>
      join.onRef('letter_version.letter_id', '=', 'letter.id').onRef('letter_version.version', '=', 'letter.version'),
    )
    .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
    .select(['letter.version', 'letter_version.text', 'claim_snapshot.signature_key'])
    .where('letter.id', '=', letter.demandId)
    .executeTakeFirstOrThrow();
  const text = `${row.text}\n\n${added}`;
  const hash = letterHash(text, row);
  await db
    .updateTable('letter_version')
    .set({ text, text_hash: hash })
    .where('letter_id', '=', letter.demandId)
    .where('version', '=', row.version)
    .execute();
  await db.updateTable('letter').set({ approved_hash: hash }).where('id', '=', letter.demandId).execute();
}

describe('an answer that clients of the specification do not send', () => {
  const BUSINESS = { userType: '2', businessName: 'Acme LLC' } as const;
  const COPY = { name: 'Human Resources', address: '1 Pine St', city: 'Waco', state: 'TX', zipcode: '76701' };

  it('holds the paid letter until its owner says whose debt it is, and why somebody gets a copy', async () => {
    const buyer = await aBuyer(world, BUSINESS);
    await pay(world, buyer, { recipients: [COPY] });
    await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
    const waits = (await current(buyer)).waits_for ?? [];
    expect(waits.map((wait) => [wait.for, wait.recipient])).toEqual([
      ['debt', undefined],
      ['role', 0],
      ['addressee', 0],
    ]);
    const refused = await act(buyer, 'approve_and_send');
    expect([refused.status, refused.refusal?.code]).toEqual([409, 'LETTER_WAITS']);
    expect(refused.refusal?.message).toMatch(/^Nothing was mailed. The letter waits for: whose debt it is; why Human/);

    const answer = (given: object) =>
      buyer.browser.call(answerWait, { form_session_id: buyer.formSessionId, ...given } as never);
    expect((await answer({ debt_owner: 'own' })).body.demand.waits_for).toHaveLength(2);
    expect((await answer({ recipient: { at: 1, role: 'owner', confirmed: true } })).status).toBe(422);
    const { body } = await answer({ recipient: { at: 0, role: 'owner', confirmed: true } });
    expect(body.demand.waits_for).toEqual([]);
    expect((await act(buyer, 'approve_and_send')).status).toBe(200);
    expect((await act(buyer, 'send_now')).status).toBe(200);
  });

  it('never mails a debt that was bought, offers the price back, and shows nothing of it to others', async () => {
    const letter = await aLetter(BUSINESS);
    const { body } = await letter.browser.call(answerWait, {
      form_session_id: letter.formSessionId,
      debt_owner: 'bought',
    });
    expect(body.demand).toMatchObject({ can_refund: true, waits_for: [{ for: 'debt', stopped: true }] });
    expect((await act(letter, 'approve_and_send')).refusal?.code).toBe('LETTER_WAITS');
    const other = await aLetter();
    const given = { form_session_id: letter.formSessionId, debt_owner: 'own' as const };
    expect((await other.browser.call(answerWait, given)).status).toBe(404);
  });

  it('holds a letter that was approved before the question was asked', async () => {
    const letter = await aLetter({ ...BUSINESS, debtOwner: 'own' });
    await act(letter, 'approve_and_send');
    const { db } = world.claims.platform;
    const data = JSON.stringify(aClaim(BUSINESS));
    await db.updateTable('form_session').set({ form_data: data }).where('id', '=', letter.formSessionId).execute();
    expect((await act(letter, 'send_now')).refusal?.code).toBe('LETTER_WAITS');
  });
});

it('asks about what a letter was composed of before such sentences were asked about, and mails it without', async () => {
  const asked = 'I will come back to this matter every week.';
  const letter = await aLetter({ claimDescription: `You kept my deposit of $900. ${asked} I moved out on May 1.` });
  const { db } = world.claims.platform;
  const row = await db
    .selectFrom('letter_version')
    .innerJoin('claim_snapshot', 'claim_snapshot.id', 'snapshot_id')
    .select(['text', 'parts', 'signature_key'])
    .where('letter_id', '=', letter.demandId)
    .executeTakeFirstOrThrow();
  const whole = (text: string) => text.replace('$900. I moved', `$900. ${asked} I moved`);
  expect(whole(row.text)).not.toBe(row.text);
  const parts = row.parts.map(({ from: { kind, ref }, ...part }) => ({
    ...part,
    text: whole(part.text),
    from: { kind, ref },
  }));
  const stored = { text: whole(row.text), text_hash: letterHash(whole(row.text), row), parts: JSON.stringify(parts) };
  await db.updateTable('letter_version').set(stored).where('letter_id', '=', letter.demandId).execute();
  const [place] = (await current(letter)).left_out ?? [];
  expect(place).toMatchObject({ class: 'C', kind: 'future', sentence: asked });
  expect((await act(letter, 'approve_and_send')).refusal?.code).toBe('LETTER_UNSAFE');
  const cut = (await current(letter)).demand_letter?.replace(` ${asked}`, '') ?? '';
  expect((await act(letter, 'approve_and_send', { demand_letter: cut })).body.demand.state).toBe('approved');
});

describe('a threat', () => {
  it('stays in the answers and out of the letter, and the claimant is notified', async () => {
    const letter = await aLetter({ claimDescription: `You kept my deposit. ${THREAT} I moved out on May 1.` });
    expect(letter.text).toContain('You kept my deposit. I moved out on May 1.');
    expect(letter.text).not.toContain('police');
    expect(letter.demand.left_out).toEqual([
      expect.objectContaining({ class: 'A', kind: 'police', sentence: THREAT, look: false }),
    ]);
    expect(letter.demand.can_refund).toBe(true);
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
  });

  it('is refused when it is saved, approved, or saved in the change window, with each place', async () => {
    const letter = await aLetter();
    const typed = `${letter.text}\n\n${THREAT}\nMy card is 4242 4242 4242 4242.`;
    for (const action of ['save', 'approve_and_send'] as const) {
      const { status, refusal } = await act(letter, action, { demand_letter: typed });
      expect([status, refusal?.code]).toEqual([422, 'LETTER_UNSAFE']);
      expect(placesIn(refusal)).toEqual([
        ['police', THREAT],
        ['card', 'My card is 4242 4242 4242 4242.'],
      ]);
    }
    await act(letter, 'approve_and_send');
    expect((await act(letter, 'save', { demand_letter: typed })).refusal?.code).toBe('LETTER_UNSAFE');
    expect((await current(letter)).demand_letter).toBe(letter.text);
  });

  it('is refused in edit mode', async () => {
    const letter = await aLetter();
    const { body } = await letter.browser.call(createEditSession, { original_session_id: letter.formSessionId });
    const { refusal } = await letter.browser.call(updateDemandLetter, {
      edit_session_id: body.data.edit_session_id,
      original_session_id: letter.formSessionId,
      form_data: aClaim({ signature: aSignature(), claimDescription: THREAT }),
    });
    expect([refusal?.code, placesIn(refusal)]).toEqual(['LETTER_UNSAFE', [['police', THREAT]]]);
    const inRow = await letter.browser.call(updateDemandLetter, {
      edit_session_id: body.data.edit_session_id,
      original_session_id: letter.formSessionId,
      form_data: aClaim({ signature: aSignature(), facts: [{ id: 'row', what: THREAT }] }),
    });
    expect(inRow.refusal).toMatchObject({ other: { places: [{ field: 'facts', row: 'row' }] } });
  });

  it('is refused in edit mode in a name, a handle or an address line too, as is a street that an envelope would cut', async () => {
    const letter = await aLetter();
    const { body } = await letter.browser.call(createEditSession, { original_session_id: letter.formSessionId });
    const edit = (form_data: ClaimFormData) =>
      letter.browser.call(updateDemandLetter, {
        edit_session_id: body.data.edit_session_id,
        original_session_id: letter.formSessionId,
        form_data: aClaim({ signature: aSignature(), ...form_data }),
      });
    const { refusal } = await edit({ defendantAddress: 'I will burn your house down' });
    expect([refusal?.code, Object.keys(refusal?.errors ?? {})]).toEqual(['CLAIM_INCOMPLETE', ['defendantAddress']]);
    expect((await edit({ venmo: 'I will kill you' })).status).toBe(422);
    const long = await edit({ defendantAddress: 'Long Road '.repeat(14) });
    expect(long.refusal?.errors).toEqual({ defendantAddress: expect.stringMatching(/^An envelope has two lines/) });
  });

  it('saved into an address line after paying is not approved, and an edit is the way on', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    const { browser, formSessionId } = buyer;
    const line = 'I will burn your house down';
    await browser.call(saveFormData, { form_session_id: formSessionId, defendantAddress: line });
    await browser.call(generateDemandLetter, { form_session_id: formSessionId });
    const refused = await act(buyer, 'approve_and_send');
    expect(placesIn(refused.refusal).map(([, sentence]) => sentence)).toEqual([line]);
    const { body } = await browser.call(createEditSession, { original_session_id: formSessionId });
    await browser.call(updateDemandLetter, {
      edit_session_id: body.data.edit_session_id,
      original_session_id: formSessionId,
      form_data: aClaim({ signature: aSignature() }),
    });
    expect((await act(buyer, 'approve_and_send')).status).toBe(200);
  });

  it('that was approved before is not posted when the window ends: a draft again, and the claimant is notified', async () => {
    const letter = await aLetter();
    await act(letter, 'approve_and_send');
    await approveUnseen(letter, THREAT);
    expect((await act(letter, 'send_now')).refusal?.code).toBe('LETTER_UNSAFE');
    world.clock.advance({ minutes: 61 });
    await world.runJobs({ includeDelayed: true });
    expect(await printedOf(letter.demandId)).toEqual([]);
    expect(await current(letter)).toMatchObject({ state: 'draft', can_refund: true });
    expect(world.mailbox.to(letter.email).filter(({ text }) => text.includes('may not be mailed'))).toHaveLength(1);
  });

  it('is not printed even when the posting job has begun', async () => {
    const letter = await aLetter();
    await act(letter, 'approve_and_send');
    await act(letter, 'send_now');
    await approveUnseen(letter, THREAT);
    const { db } = world.claims.platform;
    const { approved_hash } = await db
      .selectFrom('letter')
      .select('approved_hash')
      .where('id', '=', letter.demandId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('mailing')
      .set({ text_hash: approved_hash ?? '' })
      .where('letter_id', '=', letter.demandId)
      .execute();
    await world.runJobs();
    expect(await printedOf(letter.demandId)).toEqual([]);
    expect(await current(letter)).toMatchObject({ state: 'problem' });
  });
});

describe('words about other people', () => {
  it('stay out of the letter until they are kept, each by itself', async () => {
    const letter = await aLetter({ claimDescription: `You kept my deposit. ${PRESSURE} I moved out on May 1.` });
    expect(letter.text).not.toContain('wife');
    const typed = letter.text.replace('You kept my deposit.', `You kept my deposit. ${PRESSURE}`);
    expect((await act(letter, 'save', { demand_letter: typed })).status).toBe(200);
    expect(placesIn((await act(letter, 'approve_and_send')).refusal)).toEqual([['family', PRESSURE]]);
    const choices = [{ key: sentenceKey(PRESSURE), choice: 'keep' as const }];
    expect((await act(letter, 'approve_and_send', { sentence_choices: choices })).status).toBe(200);
    const events = await world.claims.platform.db
      .selectFrom('event')
      .select('kind')
      .where('subject_id', '=', letter.demandId)
      .where('kind', '=', 'letter.sentence-kept')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('are printed when they were kept with the answers', async () => {
    const letter = await aLetter({
      claimDescription: `You kept my deposit. ${PRESSURE}`,
      sentenceChoices: [{ key: sentenceKey(PRESSURE), choice: 'keep' }],
    });
    expect(letter.text).toContain(PRESSURE);
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
  });
});

/** The operator's desk, and the question about a sentence that it has of a claim. */
const looks = () => createStoppedSentences(world.claims.platform);
const lookId = async ({ formSessionId }: Buyer): Promise<string> => {
  const { db } = world.claims.platform;
  const asked = db.selectFrom('sentence_look').select('id').where('form_session_id', '=', formSessionId);
  return (await asked.executeTakeFirstOrThrow()).id;
};

describe('what does not tell what happened', () => {
  const ABOUT = 'You live alone in the blue house.';
  const TOLD = 'You kept my $500 deposit on March 28.';
  const kept = [{ key: sentenceKey(ABOUT), choice: 'keep' as const }];

  it('is out of the letter until it is kept by one tick', async () => {
    const letter = await aLetter({ claimDescription: `${TOLD} ${ABOUT} I want it back.` });
    expect(letter.text).toContain(TOLD);
    expect(letter.text).not.toMatch(/live alone|want it back/);
    expect((letter.demand.left_out ?? []).map((place) => [place.class, place.sentence])).toEqual([
      ['C', ABOUT],
      ['C', 'I want it back.'],
    ]);
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
  });

  it('kept, and about the other side: an operator looks before anything is mailed', async () => {
    const letter = await aLetter({ claimDescription: `${TOLD} ${ABOUT}`, sentenceChoices: kept });
    expect(letter.text).toContain(ABOUT);
    const refused = await act(letter, 'approve_and_send');
    expect(refused.refusal?.code).toBe('LETTER_UNSAFE');
    expect(placesIn(refused.refusal)).toEqual([['reader', ABOUT]]);
    const waiting = await current(letter);
    expect(waiting).toMatchObject({ state: 'draft', can_refund: true, left_out: [{ sentence: ABOUT, look: true }] });

    await looks().fact(await lookId(letter), 'He writes where the deposit was left.');
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
    expect((await act(letter, 'send_now')).status).toBe(200);
  });

  it('kept and found a threat stays out, also of an edit', async () => {
    const letter = await aLetter({ claimDescription: `${TOLD} ${ABOUT}`, sentenceChoices: kept });
    await act(letter, 'approve_and_send');
    await looks().threat(await lookId(letter), 'It says that nobody would see it.');
    for (const sentence_choices of [[], kept])
      expect((await act(letter, 'approve_and_send', { sentence_choices })).refusal?.code).toBe('LETTER_UNSAFE');
    const without = letter.text.replace(ABOUT, '');
    const last = await act(letter, 'approve_and_send', { demand_letter: without });
    expect([last.status, placesIn(last.refusal)]).toEqual([200, []]);
  });

  it('kept in the answers and cut at the letter is no word of the letter any more', async () => {
    const letter = await aLetter({ claimDescription: `${TOLD} ${ABOUT}`, sentenceChoices: kept });
    const cut = [{ key: sentenceKey(ABOUT), choice: 'cut' as const }];
    const refused = await act(letter, 'approve_and_send', { sentence_choices: cut });
    expect([refused.refusal?.code, placesIn(refused.refusal)]).toEqual(['LETTER_UNSAFE', [['reader', ABOUT]]]);
    const without = letter.text.replace(ABOUT, '');
    expect((await act(letter, 'approve_and_send', { demand_letter: without })).status).toBe(200);
  });

  it('typed into the letter is asked about like an answer', async () => {
    const letter = await aLetter();
    const typed = letter.text.replace('Sincerely,', 'I know where your kids go to school.\n\nSincerely,');
    expect((await act(letter, 'save', { demand_letter: typed })).refusal?.code ?? 'saved').toMatch(/saved|UNSAFE/);
    expect((await act(letter, 'approve_and_send', { demand_letter: typed })).refusal?.code).toBe('LETTER_UNSAFE');
    expect((await act(letter, 'approve_and_send', { demand_letter: letter.text })).status).toBe(200);
  });
});

describe('a fact taken for a threat', () => {
  const ask = ({ browser, formSessionId }: Buyer, withdraw = false) =>
    browser.call(askForLook, { form_session_id: formSessionId, sentence: FACT_LIKE, withdraw });

  it('is looked at by an operator, and posted once it is found a fact; nothing is posted meanwhile', async () => {
    const letter = await aLetter();
    await act(letter, 'approve_and_send');
    expect((await ask(letter)).body.demand).toMatchObject({ state: 'draft' });
    expect(placesIn((await act(letter, 'approve_and_send')).refusal)).toContainEqual(['police', FACT_LIKE]);
    expect((await looks().list()).join('\n')).toContain(FACT_LIKE);
    const id = await lookId(letter);
    await expect(looks().fact(id, '')).rejects.toThrow('--reason');
    await looks().fact(id, 'told, not announced');
    const typed = `${letter.text}\n\n${FACT_LIKE}`;
    expect((await act(letter, 'approve_and_send', { demand_letter: typed })).status).toBe(200);
    await act(letter, 'send_now');
    await world.runJobs();
    expect(await printedOf(letter.demandId)).toEqual([typed]);
  });

  it('stays out when it is found a threat, and asking again changes nothing', async () => {
    const letter = await aLetter();
    await ask(letter);
    await looks().threat(await lookId(letter), 'announced');
    await ask(letter);
    const typed = `${letter.text}\n\n${FACT_LIKE}`;
    expect((await act(letter, 'save', { demand_letter: typed })).refusal?.code).toBe('LETTER_UNSAFE');
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
  });

  it('cannot be questioned any more', async () => {
    const letter = await aLetter();
    await ask(letter);
    await ask(letter, true);
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
  });
});

describe('the money back', () => {
  it('is given once, and the letter is not posted any more', async () => {
    const letter = await aLetter({ claimDescription: `You kept my deposit. ${THREAT}` });
    const refund = () => letter.browser.call(refundLetter, { form_session_id: letter.formSessionId });
    const answers = await Promise.all([refund(), refund(), refund()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await act(letter, 'approve_and_send')).refusal?.code).toBe('NOT_PAID');
    await world.runJobs();
    expect((await world.stripe.refunds.list({ limit: 100 })).data).toHaveLength(1);
    expect((await refund()).status).toBe(200);
    expect((await current(letter)).can_refund).toBe(false);
  });

  it('is given by a press for two orders in 30 days, never for three at once; a person looks at the third', async () => {
    const first = await aLetter();
    const claims = [first.formSessionId];
    while (claims.length < 3) {
      const formSessionId = await aDraft(first.browser, aClaim({ signature: aSignature() }));
      await pay(world, { ...first, formSessionId });
      await first.browser.call(generateDemandLetter, { form_session_id: formSessionId });
      claims.push(formSessionId);
    }
    const refund = (form_session_id: string) => first.browser.call(refundLetter, { form_session_id });
    const answers = await Promise.all(claims.map(refund));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const third = answers.findIndex(({ status }) => status === 409);
    expect(answers[third]?.refusal?.code).toBe('REFUNDS_BY_HAND');
    // Asked again, the first two are no new ones.
    expect((await refund(claims[(third + 1) % 3] ?? '')).status).toBe(200);
    world.clock.advance({ days: 31 });
    expect((await refund(claims[third] ?? '')).status).toBe(200);
  });

  it.each(['refund first', 'Send first'])('is given, or the letter is mailed, never both: %s', async (first) => {
    const letter = await aLetter();
    await act(letter, 'approve_and_send');
    // The last second of the hour, in three tabs.
    world.clock.advance({ minutes: 59, seconds: 59 });
    const tabs = [
      () => letter.browser.call(refundLetter, { form_session_id: letter.formSessionId }),
      () => act(letter, 'stop'),
      () => act(letter, 'send_now'),
    ];
    await Promise.all((first === 'refund first' ? tabs : tabs.toReversed()).map((press) => press()));
    world.clock.advance({ minutes: 5 });
    await world.runJobs({ includeDelayed: true });
    const mailed = (await printedOf(letter.demandId)).length;
    const { refund, state } = await current(letter);
    expect([mailed, refund]).toEqual(state === 'draft' ? [0, 'done'] : [1, null]);
  });

  it('is not given for a letter in the mail', async () => {
    const letter = await aLetter();
    await act(letter, 'approve_and_send');
    await act(letter, 'send_now');
    const { refusal } = await letter.browser.call(refundLetter, { form_session_id: letter.formSessionId });
    expect(refusal?.code).toBe('LETTER_POSTED');
  });
});

it('posts nothing while the gate itself fails', async () => {
  const letter = await aLetter();
  await act(letter, 'approve_and_send');
  await world.sql('alter table claims.sentence_look rename to sentence_look_gone');
  try {
    expect((await act(letter, 'send_now')).status).toBeGreaterThanOrEqual(500);
    world.clock.advance({ minutes: 61 });
    await world.runJobs({ includeDelayed: true }).catch(() => undefined);
    expect(await printedOf(letter.demandId)).toEqual([]);
  } finally {
    await world.sql('alter table claims.sentence_look_gone rename to sentence_look');
  }
});

describe('by any way', () => {
  const desk = () => createDesk(world.claims.platform);
  const SENTENCES = [
    'The sofa was blue.',
    THREAT,
    'You will be deported.',
    PRESSURE,
    'My SSN is 123-45-6789.',
    'I will c a l l the p0lice',
  ] as const;

  type Step =
    | { kind: Action; sentence: string | null }
    | { kind: 'tab'; sentence: string }
    | { kind: 'edit'; sentence: string }
    | { kind: 'unseen'; sentence: string }
    | { kind: 'refused' | 'repost' | 'wait' | 'work'; sentence?: null };

  const sentence = fc.constantFrom(...SENTENCES);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constantFrom<Action>('save', 'approve_and_send', 'send_now', 'stop'),
      sentence: fc.option(sentence),
    }),
    fc.record({ kind: fc.constantFrom('tab' as const, 'edit' as const, 'unseen' as const), sentence }),
    fc.record({ kind: fc.constantFrom('refused' as const, 'repost' as const, 'wait' as const, 'work' as const) }),
  );

  async function play(letter: Awaited<ReturnType<typeof aLetter>>, steps: readonly Step[]): Promise<void> {
    const { browser, formSessionId, demandId } = letter;
    const order = await world.orderOf(letter);
    for (const next of steps) {
      const text = (await current(letter)).demand_letter ?? letter.text;
      if (next.kind === 'wait') world.clock.advance({ minutes: 61 });
      else if (next.kind === 'work') await world.runJobs({ includeDelayed: true });
      else if (next.kind === 'repost')
        await desk()
          .repost(order.order_number, 'again')
          .catch(() => undefined);
      else if (next.kind === 'refused') {
        await world.claims.platform.db
          .updateTable('letter')
          .set({ state: 'problem' })
          .where('id', '=', demandId)
          .where('state', '=', 'approved')
          .execute();
      } else if (next.kind === 'unseen') await approveUnseen(letter, next.sentence);
      else if (next.kind === 'tab') {
        await Promise.all([
          act(letter, 'save', { demand_letter: `${text}\n\n${next.sentence}` }),
          act(letter, 'approve_and_send'),
        ]);
      } else if (next.kind === 'edit') {
        const { body } = await browser.call(createEditSession, { original_session_id: formSessionId });
        await browser.call(updateDemandLetter, {
          edit_session_id: body.data.edit_session_id,
          original_session_id: formSessionId,
          form_data: aClaim({ signature: aSignature(), claimDescription: `You kept it. ${next.sentence}` }),
        });
      } else {
        await act(letter, next.kind, next.sentence ? { demand_letter: `${text}\n\n${next.sentence}` } : {});
      }
    }
    world.clock.advance({ minutes: 61 });
    await world.runJobs({ includeDelayed: true });
    for (const printed of await printedOf(demandId)) {
      expect(screenText(printed).filter((place) => place.class === 'A')).toEqual([]);
    }
  }

  it('no text of class A reaches the printer', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, fc.array(step, { minLength: 2, maxLength: 7 }), async (story, steps) => {
        await play(await aLetter({ claimDescription: `You kept my deposit. ${story}` }), steps);
      }),
      { numRuns: process.env['VERIFY'] === '1' ? 300 : 12 },
    );
  }, 120_000);
});
