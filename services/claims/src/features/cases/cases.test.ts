import {
  CASE_STANDINGS,
  askForLook,
  createEditSession,
  createFormSession,
  getCases,
  refundLetter,
  saveFormData,
  updateDemandLetter,
  type CaseRow,
  type ClaimFormData,
} from '@redress/contracts';
import { letterHash } from '../../shared/letters/letter.repository.ts';
import {
  aBuyer,
  aClaim,
  aDraft,
  aSignature,
  askForIntent,
  finalize,
  paidCase,
  type pay,
  payAt,
  signUp,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';

const world = useCaseWorld();

const casesOf = async ({ browser }: Pick<Buyer, 'browser'>, page = {}) => (await browser.call(getCases, page)).body;
const caseOf = async (buyer: Buyer): Promise<CaseRow | undefined> =>
  (await casesOf(buyer)).cases.find(({ form_session_id }) => form_session_id === buyer.formSessionId);
async function aPostedLetter(answers: ClaimFormData = {}, order: Parameters<typeof pay>[2] = {}) {
  const buyer = await paidCase(world, answers, order);
  await buyer.mail();
  return buyer;
}
/** Only the payment is left. */
const CHOSEN = { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter' };
/** What the carrier says of a copy of a letter. */
const carrierSays = (buyer: Buyer, state: string, recipientNo = 0) =>
  world.sql(
    `update claims.mailing set state = $2, delivered_at = case when $2 = 'delivered' then $3::timestamptz end
     where recipient_no = $4 and letter_id = (select id from claims.letter where form_session_id = $1)`,
    [buyer.formSessionId, state, world.clock.now(), recipientNo],
  );

it('leaves drafts to their own list until there is only the payment left, and says who owes what', async () => {
  const { browser } = await signUp(world);
  const empty = (await browser.call(createFormSession)).body.form_session_id;
  await browser.call(saveFormData, { form_session_id: empty, ...aClaim() } as never);
  expect(await casesOf({ browser })).toMatchObject({ cases: [], total: 0 });
  await browser.call(saveFormData, { form_session_id: empty, ...CHOSEN });
  expect((await casesOf({ browser })).cases).toMatchObject([
    { standing: 'payable', defendant: 'Ivo Kern', amount: 1250.5, paid_at: null, answer_by: null, letters: 0 },
  ]);
});

it('says that a card was declined until another one pays', async () => {
  const buyer = await aBuyer(world);
  const id = (await askForIntent(buyer)).body.payment_intent?.id ?? '';
  await world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }).catch(() => undefined);
  await finalize(buyer, id);
  expect((await caseOf(buyer))?.standing).toBe('payment_failed');
  await payAt(world, id);
  await finalize(buyer, id);
  expect(await caseOf(buyer)).toMatchObject({ standing: 'writing', paid_at: expect.any(String) });
});

it('says that a bank is still at work on a payment, and that one which fits no offer is looked at', async () => {
  const buyer = await aBuyer(world);
  await askForIntent(buyer);
  const order = `(select id from claims.claim_order where form_session_id = $1)`;
  await world.sql(`update claims.payment set status = 'processing' where order_id = ${order}`, [buyer.formSessionId]);
  expect((await caseOf(buyer))?.standing).toBe('payment_processing');
  await world.sql(`update claims.claim_order set problem = 'payment-mismatch' where id = ${order}`, [
    buyer.formSessionId,
  ]);
  expect((await caseOf(buyer))?.standing).toBe('payment_problem');
});

it('follows a claim from the letter to the day to answer, as the letter says it', async () => {
  const buyer = await paidCase(world);
  expect(await caseOf(buyer)).toMatchObject({ standing: 'to_read', has_court_papers: false, answer_by: null });
  await buyer.act('approve_and_send');
  const approved = await caseOf(buyer);
  expect(approved).toMatchObject({ standing: 'approved', window_ends_at: expect.any(String) });
  const [, asked] = /until (\w+ \d+, \d{4})|by (\w+ \d+, \d{4})/.exec(buyer.text)?.filter(Boolean) ?? [];
  expect(new Date(`${approved?.answer_by}T00:00:00Z`)).toEqual(new Date(`${asked} UTC`));
  await buyer.act('send_now');
  expect((await caseOf(buyer))?.standing).toBe('posting');
  await world.runJobs();
  expect(await caseOf(buyer)).toMatchObject({ standing: 'posted', posted_at: expect.any(String), letters: 1 });
  await carrierSays(buyer, 'delivered');
  expect(await caseOf(buyer)).toMatchObject({ standing: 'delivered', delivered_at: expect.any(String) });
  world.clock.advance({ days: 60 });
  expect((await caseOf(buyer))?.standing).toBe('answer_due');
});

it('goes by the day that the claimant wrote into the letter', async () => {
  const buyer = await paidCase(world);
  const year = world.clock.now().getUTCFullYear() + 2;
  await buyer.act('save', {
    demand_letter: buyer.text.replaceAll(/((?:until|by) )\w+ \d+, \d{4}/g, `$1March 3, ${year}`),
  });
  await buyer.mail();
  await carrierSays(buyer, 'delivered');
  world.clock.advance({ days: 60 });
  expect(await caseOf(buyer)).toMatchObject({ standing: 'delivered', answer_by: `${year}-03-03` });
});

it.each(['refused', 'unclaimed', 'undeliverable', 'returned', 'attempted', 'awaiting_pickup', 'in_transit'])(
  'says what the carrier said: %s',
  async (state) => {
    const buyer = await aPostedLetter();
    await carrierSays(buyer, state);
    expect((await caseOf(buyer))?.standing).toBe(state);
  },
);

it('counts the copies, and those that did not arrive; one sent again counts once', async () => {
  const someone = {
    name: 'Łukasz Kern',
    address: '1 Pine St',
    city: 'Waco',
    state: 'TX',
    zipcode: '76701',
    role: 'co-debtor' as const,
  };
  const buyer = await aPostedLetter({}, { recipients: [someone, { ...someone, name: 'Ana Kern' }] });
  await carrierSays(buyer, 'delivered');
  await carrierSays(buyer, 'returned', 1);
  expect(await caseOf(buyer)).toMatchObject({ standing: 'delivered', letters: 3, letters_lost: 1 });
  await world.sql(
    `insert into claims.mailing select c.* from claims.mailing m cross join lateral jsonb_populate_record(m,
       jsonb_build_object('id', substr(md5(m.id), 1, 24), 'carrier', null, 'carrier_id', null, 'created_at', m.created_at + interval '1 day',
         'state', 'rejected')) c
     where m.recipient_no = 0 and m.letter_id = (select id from claims.letter where form_session_id = $1)`,
    [buyer.formSessionId],
  );
  expect(await caseOf(buyer)).toMatchObject({ standing: 'not_posted', letters: 3, letters_lost: 2 });
});

it('says that a letter is held back until it is changed, and that a question about it is open', async () => {
  const threat = 'If you do not pay I will call the police.';
  const buyer = await paidCase(world);
  await buyer.act('approve_and_send');
  // Approved before there was a rule about such words.
  const [version] = await world.sql<{ text: string; signature_key: string; letter_id: string }>(
    `select v.text, v.letter_id, s.signature_key from claims.letter l
       join claims.letter_version v on v.letter_id = l.id join claims.claim_snapshot s on s.id = v.snapshot_id
     where l.form_session_id = $1`,
    [buyer.formSessionId],
  );
  const text = `${version!.text}\n\n${threat}`;
  const changed = [version!.letter_id, letterHash(text, version!)];
  await world.sql(`update claims.letter_version set text = $3, text_hash = $2 where letter_id = $1`, [
    ...changed,
    text,
  ]);
  await world.sql(`update claims.letter set approved_hash = $2 where id = $1`, changed);
  world.clock.advance({ minutes: 61 });
  await world.runJobs({ includeDelayed: true });
  expect(await caseOf(buyer)).toMatchObject({ standing: 'held', posted_at: null });
  await buyer.browser.call(askForLook, { form_session_id: buyer.formSessionId, sentence: threat });
  expect((await caseOf(buyer))?.standing).toBe('looking');
  await buyer.browser.call(askForLook, { form_session_id: buyer.formSessionId, sentence: threat, withdraw: true });
  await buyer.act('save', { demand_letter: version!.text });
  expect((await caseOf(buyer))?.standing).toBe('to_read');

  // Changed by way of the answers instead.
  await world.sql(`update claims.letter set problem = 'held' where form_session_id = $1`, [buyer.formSessionId]);
  const edit = await buyer.browser.call(createEditSession, { original_session_id: buyer.formSessionId });
  await buyer.browser.call(updateDemandLetter, {
    edit_session_id: edit.body.data.edit_session_id,
    original_session_id: buyer.formSessionId,
    form_data: aClaim({ signature: aSignature(), claimCalculation: 'The loan was $1,250.50, all of it.' }),
  });
  expect((await caseOf(buyer))?.standing).toBe('to_read');
});

it('follows a refund to its end', async () => {
  const buyer = await paidCase(world);
  await buyer.browser.call(refundLetter, { form_session_id: buyer.formSessionId });
  expect((await caseOf(buyer))?.standing).toBe('refunding');
  await world.runJobs();
  await world.webhooksDone();
  await world.runJobs();
  expect(await caseOf(buyer)).toMatchObject({ standing: 'refunded', posted_at: null });
});

it('knows the packages with court papers', async () => {
  const buyer = await paidCase(world, {}, { package_id: 'small-claims' });
  expect(await caseOf(buyer)).toMatchObject({ has_court_papers: true, package_title: 'Small Claims' });
});

it('lists the most urgent first, among equals the newest, a page at a time, and only the own', async () => {
  const mine = await paidCase(world);
  const drafts = [];
  for (let count = 0; count < 7; count += 1) {
    world.clock.advance({ minutes: 1 });
    drafts.push(await aDraft(mine.browser, aClaim(CHOSEN)));
  }
  await aDraft((await signUp(world)).browser, aClaim(CHOSEN));
  const first = await casesOf(mine);
  expect(first.total).toBe(8);
  expect(first.cases.map(({ form_session_id }) => form_session_id)).toEqual([
    mine.formSessionId,
    ...drafts.toReversed().slice(0, 5),
  ]);
  const second = await casesOf(mine, { page: 2 });
  expect(second.cases.map(({ form_session_id }) => form_session_id)).toEqual(drafts.toReversed().slice(5));
  const ranks = first.cases.map(({ standing }) => CASE_STANDINGS.findIndex((known) => known === standing));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});

it.each([199, 320])('pages through %i claims, each once, and those to act on first', async (count) => {
  const { browser } = await signUp(world);
  const id = await aDraft(browser, aClaim(CHOSEN));
  await world.sql(
    `insert into claims.form_session select c.* from claims.form_session f cross join generate_series(1, $2::int - 1) n
       cross join lateral jsonb_populate_record(f, jsonb_build_object('id', substr(md5(f.id || n), 1, 24),
         'created_at', f.created_at + n * interval '1 second')) c where f.id = $1`,
    [id, count],
  );
  // The oldest of all, and the only one with a letter.
  await world.sql(
    `insert into claims.letter (id, form_session_id, user_id, state, version, created_at, updated_at)
     select substr(md5(id), 1, 24), id, user_id, 'copy', 1, created_at, created_at from claims.form_session where id = $1`,
    [id],
  );
  const pages = Math.ceil(count / 90);
  const seen: string[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const { cases, total } = await casesOf({ browser }, { page, page_size: 90 });
    expect([total, cases.length]).toEqual([count, page < pages ? 90 : count - (pages - 1) * 90]);
    seen.push(...cases.map(({ form_session_id }) => form_session_id));
  }
  expect(new Set(seen).size).toBe(count);
  expect(seen.indexOf(id)).toBeLessThan(101);
  expect(await casesOf({ browser }, { page: pages + 1, page_size: 90 })).toMatchObject({ cases: [], total: count });
});
