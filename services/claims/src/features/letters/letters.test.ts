import {
  checkExistingDemand,
  checkLetterText,
  createEditSession,
  generateDemandLetter,
  generateSecurePdf,
  getActiveSessions,
  getAlerts,
  getUserDemands,
  letterPage,
  letterParts,
  letterTracking,
  letterVersions,
  readGeneratedLetter,
  saveClientData,
  saveDemandLetter,
  updateDemandLetter,
  type ClaimFormData,
} from '@redress/contracts';
import { formatCents, formatDay } from '@redress/domain';
import { joinParts, type LetterPart } from '@redress/domain/letter';
import { sql } from 'kysely';
import {
  aBuyer,
  aClaim,
  aRecipient,
  aSignature,
  paidCase,
  pay,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';

const world = useCaseWorld();

/** Somebody who has paid and whose letter is written. */
const aLetter = (answers: ClaimFormData = {}, order?: Parameters<typeof pay>[2]) => paidCase(world, answers, order);
const act = (
  { browser, formSessionId }: Buyer,
  action: 'save' | 'approve_and_send' | 'send_now' | 'stop',
  more: { demand_letter?: string; base_version?: number; unless_stopped?: boolean } = {},
) => browser.call(saveDemandLetter, { form_session_id: formSessionId, action, ...more });
const lettersOf = async (letter: { demandId: string }) => {
  const ids = new Set((await world.mailingsOf(letter)).map(({ id }) => id));
  return (await world.letters()).filter(({ metadata }) => ids.has(metadata['mailing_id'] ?? ''));
};
const edited = (text: string, with_ = 'You said that you had no money.') => `${text}\n\n${with_}`;

it('finds the page on which the letter of a claim stands, for its owner alone', async () => {
  const letter = await aLetter();
  world.clock.advance({ minutes: 1 });
  await world.claims.platform.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('letter').selectAll().where('id', '=', letter.demandId).executeTakeFirstOrThrow();
    const version = await trx
      .selectFrom('letter_version')
      .selectAll()
      .where('letter_id', '=', letter.demandId)
      .executeTakeFirstOrThrow();
    for (let n = 1; n <= 4; n += 1) {
      const id = n.toString(16).padStart(24, 'e');
      await trx
        .insertInto('letter')
        .values({ ...row, id, form_session_id: id, created_at: world.clock.now() })
        .execute();
      await trx
        .insertInto('letter_version')
        .values({ ...version, letter_id: id, parts: JSON.stringify(version.parts), drafting: null })
        .execute();
    }
  });
  const ask = async (claim: string, browser = letter.browser) =>
    (await browser.call(getUserDemands, { claim, page_size: 2 })).body;
  expect(await ask(letter.formSessionId)).toMatchObject({ page: 3, data: [{ id: letter.demandId }], total: 5 });
  expect((await ask('e'.repeat(23) + '1')).page).toBe(2);
  expect((await ask('0'.repeat(24))).page).toBe(1);
  expect(await ask(letter.formSessionId, (await aLetter()).browser)).toMatchObject({ page: 1, total: 1 });
});

it('takes alerts away that are not true any more', async () => {
  const letter = await aLetter();
  const titles = async () => (await letter.browser.call(getAlerts)).body.alerts.map(({ title }) => title).sort();
  expect(await titles()).toContain('Your letter is ready');
  await letter.act('approve_and_send');
  expect(await titles()).toEqual(['Letter approved', 'Payment received']);
  await letter.act('stop');
  expect(await titles()).toEqual(['Payment received']);
  await letter.act('approve_and_send');
  expect(await titles()).toEqual(['Letter approved', 'Payment received']);
  await letter.act('send_now');
  expect(await titles()).not.toContain('Letter approved');
});

describe('writing', () => {
  it('freezes the answers, then writes the letter from them once', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    const { browser, formSessionId: form_session_id } = buyer;
    const saved = await browser.call(saveClientData, { form_session_id });
    expect(saved.body.client_id).toMatch(/^[0-9a-f]{24}$/);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.call(generateDemandLetter, { form_session_id })),
    );
    expect(new Set(answers.map(({ body }) => body.demand_id)).size).toBe(1);
    const { body } = await browser.call(readGeneratedLetter, {});
    expect(body).toMatchObject({ form_session_id, version: 1, state: 'draft', demand_approved: false, warnings: [] });
    expect(body.demand_letter).toContain("Zoë O'Neil-Núñez");
    const { to, amount, pay_by } = body.asks!;
    for (const named of [to, formatCents(amount! * 100), formatDay(pay_by!)])
      expect(body.demand_letter).toContain(named);
    expect(body.plaintiff_data.signature).toMatch(/^data:image\/png/);
  });

  it('is refused before payment, and the right order still works', async () => {
    const buyer = await aBuyer(world);
    const { browser, formSessionId: form_session_id } = buyer;
    expect((await browser.call(generateDemandLetter, { form_session_id })).refusal.code).toBe('NOT_PAID');
    expect((await browser.call(saveClientData, { form_session_id })).refusal.code).toBe('NOT_PAID');
    expect((await act(buyer, 'approve_and_send')).refusal.code).toBe('NOT_PAID');
    await pay(world, buyer);
    expect((await act(buyer, 'approve_and_send')).refusal.code).toBe('LETTER_MISSING');
    await browser.call(generateDemandLetter, { form_session_id });
    expect((await act(buyer, 'send_now')).refusal.code).toBe('LETTER_NOT_APPROVED');
    expect((await act(buyer, 'approve_and_send')).body.demand.state).toBe('approved');
  });

  it('is written without the browser, and its owner is notified', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    await world.runJobs();
    const { body } = await buyer.browser.call(checkExistingDemand, {});
    expect(body).toMatchObject({ has_existing_demand: true, state: 'draft' });
    await world.runJobs({ includeDelayed: true });
    const mail = world.mailbox.to(buyer.email).find(({ subject }) => subject.includes('ready to read'));
    expect(mail?.text).toContain('Ivo Kern');
    expect(mail?.html).toContain('Ivo Kern');
  });

  it('is not mailed about as waiting once its owner has approved it', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
    await act(buyer, 'approve_and_send');
    await world.runJobs({ includeDelayed: true });
    const subjects = world.mailbox.to(buyer.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('ready to read'))).toEqual([]);
    expect(subjects.filter((subject) => subject.includes('goes out on'))).toHaveLength(1);
  });

  it('reports an obstacle when it cannot be written after payment, and none when its owner has had it made', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    const { db } = world.claims.platform;
    const answers = (words: string) =>
      db
        .updateTable('form_session')
        .set({ form_data: JSON.stringify(aClaim({ claimDescription: words })) })
        .where('id', '=', buyer.formSessionId)
        .execute();
    await answers('');
    for (let round = 0; round < 10; round += 1) await world.runJobs({ includeDelayed: true });
    expect(await world.statusOf(buyer)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/do not pay again/),
    });
    const refused = await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
    expect(refused.refusal.code).toBe('CLAIM_INCOMPLETE');
    await answers('I lent him money. He has not paid it back.');
    await buyer.browser.callUntilTaken(generateDemandLetter, { form_session_id: buyer.formSessionId });
    expect((await world.statusOf(buyer)).state).toBe('letter-drafted');
  });

  it('shows the letter as pictures of its pages with their words, to its owner alone', async () => {
    const [letter, other] = [await aLetter(), await aBuyer(world)];
    const { body } = await letter.browser.call(letterPage, { demand_id: letter.demandId, page: 1 });
    expect(body.text).toContain("Zoë O'Neil-Núñez");
    expect(body.pages).toBeGreaterThan(0);
    const beyond = await letter.browser.call(letterPage, { demand_id: letter.demandId, page: body.pages + 1 });
    expect(beyond.refusal.code).toBe('NOT_FOUND');
    const theirs = await other.browser.call(letterPage, { demand_id: letter.demandId, page: 1 });
    expect(theirs.refusal.code).toBe('NOT_FOUND');
  });

  it('reports where each sentence came from, and how they join to the letter', async () => {
    const letter = await aLetter();
    const { body } = await letter.browser.call(letterParts, { form_session_id: letter.formSessionId });
    expect(joinParts(body.parts.map(({ joins = 'block', ...part }) => ({ ...part, joins }) as LetterPart))).toBe(
      letter.text,
    );
    expect(body.parts.find(({ id }) => id === 'facts')?.from).toMatchObject({
      kind: 'answer',
      ref: 'claimDescription',
    });
    expect(body.parts.filter(({ from }) => from.kind === 'rule' && from.source).every(({ from }) => from.as_of)).toBe(
      true,
    );
  });
});

describe('editing', () => {
  it('keeps every version, and says when an old one is restored', async () => {
    const letter = await aLetter();
    await letter.act('save', { demand_letter: edited(letter.text), base_version: 1 });
    await letter.act('save', { demand_letter: letter.text, base_version: 2 });
    const { body } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(body.versions.map(({ version, origin }) => [version, origin])).toEqual([
      [3, 'restored'],
      [2, 'edited'],
      [1, 'composed'],
    ]);
    await letter.act('approve_and_send', { base_version: 3 });
    const { pool } = world.database.database;
    await pool.query('update claims.letter_version set version = version + 1000 where letter_id = $1 and version < 3', [
      letter.demandId,
    ]);
    await pool.query('update claims.letter set version = 1052 where id = $1', [letter.demandId]);
    const { body: late } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(late.versions.map(({ version, approved }) => [version, approved])).toEqual([[3, true]]);
  });

  it('never overwrites what was saved elsewhere, and gives it back to choose from', async () => {
    const letter = await aLetter();
    await letter.act('save', { demand_letter: edited(letter.text, 'From the other tab.'), base_version: 1 });
    const late = await letter.act('save', { demand_letter: edited(letter.text, 'Mine.'), base_version: 1 });
    expect(late.refusal).toMatchObject({
      code: 'LETTER_CHANGED_ELSEWHERE',
      other: { version: 2, demand_letter: expect.stringContaining('From the other tab.') },
    });
  });

  it('adds no version for the same words, or for no words at all', async () => {
    const letter = await aLetter();
    expect((await letter.act('save', { demand_letter: letter.text, base_version: 1 })).body.demand.version).toBe(1);
    expect((await letter.act('save', { demand_letter: '  \n ' })).refusal.code).toBe('LETTER_EMPTY');
  });

  it('warns of a threat and of a missing amount, which alone does not stand in the way', async () => {
    const letter = await aLetter();
    const text = "Dear Ivo Kern,\n\nPay or I will call the police.\n\nZoë O'Neil-Núñez";
    const { body } = await letter.browser.call(checkLetterText, {
      form_session_id: letter.formSessionId,
      demand_letter: text,
    });
    expect(body.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['threat.police', 'missing.amount', 'missing.payBy']),
    );
    const calm = text.replace('Pay or I will call the police.', 'Please pay.');
    const saved = await letter.act('save', { demand_letter: calm });
    expect(saved.body.demand.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['missing.amount', 'missing.payBy']),
    );
  });

  it('shows a letter to nobody but its owner, in the same words as one that is not there', async () => {
    const [letter, other] = [await aLetter(), await aBuyer(world)];
    const ask = (demand_id: string) => other.browser.call(generateSecurePdf, { demand_id, action: 'view' });
    const [theirs, none] = [await ask(letter.demandId), await ask('0'.repeat(24))];
    expect([theirs.status, theirs.refusal.code]).toEqual([none.status, none.refusal.code]);
    expect((await act({ ...other, formSessionId: letter.formSessionId }, 'save')).refusal.code).toBe('NOT_FOUND');
    expect((await other.browser.call(letterTracking, { demand_id: letter.demandId })).refusal.code).toBe('NOT_FOUND');
  });
});

describe('the change window', () => {
  it('posts nothing before it ends, then the last saved revision', async () => {
    const letter = await aLetter();
    const { body } = await letter.act('approve_and_send');
    expect(Date.parse(body.demand.approved_at ?? '')).toBe(world.clock.now().getTime());
    expect(Date.parse(body.demand.window_ends_at ?? '')).toBe(world.clock.now().getTime() + 60 * 60_000);
    await letter.act('save', { demand_letter: edited(letter.text), base_version: 1 });
    await world.runJobs();
    expect(await lettersOf(letter)).toHaveLength(0);
    world.clock.advance({ minutes: 61 });
    await world.runJobs({ includeDelayed: true });
    const { body: versions } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(versions.versions.find(({ posted }) => posted)?.version).toBe(2);
    expect(await lettersOf(letter)).toHaveLength(1);
  });

  it('is asked again after what its clock lacks, each time that a worker whose clock is behind takes its end', async () => {
    const letter = await aLetter();
    await letter.act('approve_and_send');
    const { db } = world.claims.platform;
    /** Of the newest job. */
    const waits = async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from start_after - created_on)::int as seconds from claims_jobs.job
        where name = 'letter.end-window' and data->'data'->>'letterId' = ${letter.demandId}
        order by created_on desc limit 1`.execute(db);
      return rows[0]?.seconds;
    };
    world.clock.advance({ minutes: 59 });
    await world.runJobs({ includeDelayed: true });
    expect(await waits()).toBe(60);
    // A worker takes it at once again, as a clock would that is behind by more than it was.
    await sql`update claims_jobs.job set state = 'created', start_after = now(), completed_on = null, started_on = null
      where name = 'letter.end-window' and data->'data'->>'letterId' = ${letter.demandId}`.execute(db);
    world.clock.advance({ seconds: 20 });
    await world.runJobs();
    expect(await waits()).toBe(40);
    expect(await lettersOf(letter)).toHaveLength(0);
  });

  it('mails exactly the revision that was approved, as it was rendered', async () => {
    const letter = await aLetter();
    await letter.act('approve_and_send', { demand_letter: edited(letter.text) });
    const before = await letter.browser.call(generateSecurePdf, { demand_id: letter.demandId, action: 'view' });
    await letter.act('send_now');
    await world.runJobs();
    const after = await letter.browser.call(generateSecurePdf, { demand_id: letter.demandId, action: 'download' });
    expect(after.response.rawPayload.equals(before.response.rawPayload)).toBe(true);
    const row = await world.claims.platform.db
      .selectFrom('mailing')
      .innerJoin('letter', 'letter.id', 'mailing.letter_id')
      .select(['mailing.text_hash', 'letter.approved_hash', 'mailing.pdf_key'])
      .where('letter.id', '=', letter.demandId)
      .executeTakeFirstOrThrow();
    expect(row.text_hash).toBe(row.approved_hash);
    const [key] = [row.pdf_key ?? ''];
    expect((await world.claims.platform.blobs.get(key))?.equals(after.response.rawPayload)).toBe(true);
  });

  it('takes the letter back to draft when it is stopped, and lets it be approved anew', async () => {
    const letter = await aLetter();
    await letter.act('approve_and_send');
    expect((await letter.act('stop')).body.demand).toMatchObject({
      state: 'draft',
      demand_approved: false,
      window_ends_at: null,
    });
    world.clock.advance({ minutes: 61 });
    await world.runJobs({ includeDelayed: true });
    expect(await lettersOf(letter)).toHaveLength(0);
    // A screen that approves by itself sends again what had no answer.
    expect((await letter.act('approve_and_send', { unless_stopped: true })).refusal.code).toBe('LETTER_NOT_APPROVED');
    // Over midnight it is dated anew first.
    await letter.act('approve_and_send');
    expect((await letter.act('approve_and_send')).body.demand.state).toBe('approved');
  });

  it('moves the claim to the completed ones and back', async () => {
    const letter = await aLetter();
    const completed = async () =>
      (await letter.browser.call(getActiveSessions, { status: 'completed' })).body.sessions.length;
    await letter.act('approve_and_send');
    expect(await completed()).toBe(1);
    await letter.act('stop');
    expect(await completed()).toBe(0);
  });

  it('posts one letter for each recipient, however often it is asked', async () => {
    const letter = await aLetter({}, { recipients: [aRecipient, { ...aRecipient, name: 'Nguyễn Thị Ánh' }] });
    await letter.act('approve_and_send');
    await Promise.all(Array.from({ length: 12 }, () => letter.act('send_now')));
    await world.runJobs();
    await letter.act('send_now');
    await world.runJobs();
    const sent = await lettersOf(letter);
    expect(sent).toHaveLength(3);
    const { body } = await letter.browser.call(letterTracking, { demand_id: letter.demandId });
    expect(body.mailings.map(({ recipient }) => recipient)).toEqual(['Ivo Kern', 'Łukasz Kern', 'Nguyễn Thị Ánh']);
    expect(new Set(body.mailings.map(({ tracking_number }) => tracking_number)).size).toBe(3);
    for (const { tracking_number } of body.mailings) expect(tracking_number).toMatch(/^94\d\d( \d{4}){4} \d\d$/);
  });

  it('freezes what has been posted', async () => {
    const letter = await aLetter();
    await letter.mail();
    for (const action of ['save', 'approve_and_send'] as const) {
      expect((await letter.act(action, { demand_letter: 'Something else.' })).refusal.code).toBe('LETTER_POSTED');
    }
    expect((await letter.act('stop')).refusal.code).toBe('LETTER_POSTED');
  });

  it('says in list, order and mail what is true after posting', async () => {
    const letter = await aLetter();
    await letter.act('approve_and_send');
    await letter.act('send_now');
    expect((await world.statusOf(letter)).state).toBe('posting');
    await world.runJobs();
    expect((await world.statusOf(letter)).state).toBe('posted');
    const { body: list } = await letter.browser.call(getUserDemands, {});
    expect(list).toMatchObject({
      total: 1,
      data: [{ status: 'sent', recipient: 'Ivo Kern', tracking_number: expect.stringMatching(/^[\d ]+$/) }],
    });
    const mails = world.mailbox.to(letter.email).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject.includes('handed to the printer'))).toHaveLength(1);
    const alerts = await letter.browser.call(getAlerts);
    expect(JSON.stringify(alerts.body)).toContain('Letter handed to the printer');
  });
});

describe('edit mode', () => {
  const update = async (letter: Buyer, answers: ClaimFormData) => {
    const { body } = await letter.browser.call(createEditSession, { original_session_id: letter.formSessionId });
    return letter.browser.call(updateDemandLetter, {
      edit_session_id: body.data.edit_session_id,
      original_session_id: letter.formSessionId,
      form_data: { ...body.data.form_data, ...answers },
    });
  };

  it('makes the next revision before posting, approved while the window is open', async () => {
    const letter = await aLetter();
    await letter.act('approve_and_send');
    const { body } = await update(letter, { amount: '900.00' });
    expect(body.data).toMatchObject({ demand_id: letter.demandId, posted_copy: false });
    await letter.act('send_now');
    await world.runJobs();
    const { body: versions } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(versions.versions[0]).toMatchObject({ version: 2, origin: 'updated', approved: true, posted: true });
    expect(versions.versions[0]?.text).toContain('$900.00');
  });

  it('follows rows that are added later, keeps words written by hand, and says which lines they stand in the place of', async () => {
    // Paid before there were rows.
    const letter = await aLetter({ claimDescription: 'I lent you money.\nYou promised it.' });
    const typed = letter.text.replace('You promised it.', 'You promised it to my face.');
    await letter.act('save', { demand_letter: `${typed}\n\nMy door is open.` });
    const facts: ClaimFormData['facts'] = [
      { id: 'a', who: 'me', what: 'asked you twice', day: '2026-06-01', dayIs: 'exact' },
    ];
    const claimDescription = 'I lent you money.\nYou promised it in May.\n\nOn June 1, 2026, I asked you twice.';
    const { body } = await update(letter, { claimDescription, facts });
    const text = body.data.demand_letter;
    expect(text).toContain('I lent you money.\nYou promised it to my face.\nOn June 1, 2026, I asked you twice.');
    expect(text).toContain('My door is open.');
    const { body: now } = await letter.browser.call(checkExistingDemand, { form_session_id: letter.formSessionId });
    expect(now.demand_letter).toBe(text);
    const own = now.warnings?.filter(({ code }) => code === 'own-words');
    expect(own?.map(({ excerpt }) => excerpt)).toEqual(['You promised it in May.']);
    const { body: list } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(list.versions.map(({ origin }) => origin)).toEqual(['edited', 'updated', 'edited', 'composed']);
    expect((await letter.act('approve_and_send')).status).toBe(200);

    await letter.act('send_now');
    await world.runJobs();
    const copy = await update(letter, { claimDescription: `${claimDescription}\nYou never answered.`, facts });
    expect(copy.body.data.posted_copy).toBe(true);
    expect(copy.body.data.demand_letter).toContain('to my face.\nYou never answered.\nOn June 1, 2026, I asked you');
  });

  it('does not take words written by hand for its own when the letter is updated', async () => {
    const letter = await aLetter();
    await letter.act('save', { demand_letter: edited(letter.text, 'Pay, or everybody you work for will know.') });
    await update(letter, { amount: '900.00' });
    expect((await letter.act('approve_and_send')).refusal.code).toBe('LETTER_UNSAFE');
  });

  it('leaves the posted letter as it was mailed, and posts the copy when a plain letter is bought', async () => {
    const letter = await aLetter();
    await letter.mail();
    const { body } = await update(letter, { defendantAddress: '77 New Rd' });
    expect(body.data.posted_copy).toBe(true);
    const { body: list } = await letter.browser.call(getUserDemands, {});
    expect(list.data.map(({ status }) => status).sort()).toEqual(['draft', 'sent']);
    const { body: versions } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(versions.versions).toHaveLength(1);

    const copy = list.data.find(({ id }) => id === body.data.demand_id);
    const again: Buyer = { ...letter, formSessionId: copy?.form_session_id ?? '' };
    expect((await act(again, 'approve_and_send')).refusal.code).toBe('NOT_PAID');
    await pay(world, again);
    await world.runJobs();
    await act(again, 'approve_and_send');
    await act(again, 'send_now');
    await world.runJobs();
    const [sent] = await lettersOf({ demandId: body.data.demand_id });
    expect(JSON.stringify(sent)).toContain('77 New Rd');
  });

  it('does not take back the approval of a copy that was bought, where its letter is asked for at the same time', async () => {
    const letter = await aLetter();
    await letter.mail();
    const { body } = await update(letter, { defendantAddress: '78 New Rd' });
    const { data } = (await letter.browser.call(getUserDemands, {})).body;
    const form_session_id = data.find(({ id }) => id === body.data.demand_id)?.form_session_id ?? '';
    await pay(world, { ...letter, formSessionId: form_session_id });
    const { pool } = world.database.database;
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    const { generating } = await world.claims.platform.db.transaction().execute(async (trx) => {
      const own = sql`form_session_id = ${form_session_id}`;
      await sql`select from claims.letter where ${own} for update`.execute(trx);
      const asked = letter.browser.call(generateDemandLetter, { form_session_id });
      for (let tries = 0; tries < 200 && (await pool.query(waiting)).rowCount === 0; tries += 1);
      await sql`update claims.letter set state = 'approved', approved_version = version, approved_hash = 'as read',
        order_id = (select id from claims.claim_order where ${own}) where ${own}`.execute(trx);
      return { generating: asked };
    });
    expect((await generating).body.state).toBe('approved');
  });

  it('refuses an edit session of another claim', async () => {
    const [letter, other] = [await aLetter(), await aLetter()];
    const { body } = await other.browser.call(createEditSession, { original_session_id: other.formSessionId });
    const refused = await letter.browser.call(updateDemandLetter, {
      edit_session_id: body.data.edit_session_id,
      original_session_id: letter.formSessionId,
      form_data: aClaim({ signature: aSignature() }),
    });
    expect(refused.refusal.code).toBe('EDIT_SESSION_INVALID');
  });
});

it('writes no name, address or word of a claim into the log', async () => {
  const letter = await aLetter();
  await letter.act('approve_and_send', { demand_letter: edited(letter.text, 'A canary sang here.') });
  await letter.act('send_now');
  await world.runJobs();
  const log = world.logLines.join('\n');
  expect(log.length).toBeGreaterThan(1_000);
  expect(log).not.toMatch(/Kern|Zoë|Núñez|Oak Ave|canary|lent|example\.org|client_secret|_secret_/);
});

it('pages the list of letters', async () => {
  const letter = await aLetter();
  const { body } = await letter.browser.call(getUserDemands, { page: 2, page_size: 1 });
  expect(body).toMatchObject({ total: 1, data: [] });
});
