import { execFileSync } from 'node:child_process';
import {
  checkExistingDemand,
  checkAuth,
  downloadCourtDocument,
  generateDemandLetter,
  generateSecurePdf,
  getCourtDocuments,
  getUserDemands,
  getUserPayments,
  receipt,
  reviewCase,
  saveDemandLetter,
  TIME_ZONE_HEADER,
  type Demand,
} from '@redress/contracts';
import { addDays, dayAtPlace, formatDay, shortDayOf } from '@redress/domain';
import { aBuyer, pay, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();

const PLACES = [
  { state: 'NY', zipcode: '10001', zone: 'America/New_York' },
  { state: 'TX', zipcode: '78701', zone: 'America/Chicago' },
  { state: 'CO', zipcode: '80201', zone: 'America/Denver' },
  { state: 'CA', zipcode: '90001', zone: 'America/Los_Angeles' },
];
const CLOCKS = ['23:30', '00:30'];
const CASES = PLACES.flatMap((place) => CLOCKS.map((clock) => ({ ...place, clock })));
/** Where whoever reads the mail is: on none of these clocks, and in the evenings on another day. */
const READER = 'Pacific/Honolulu';

function goTo(clock: string, timeZone: string): void {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const minutes = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const now = minutes(new Intl.DateTimeFormat('en-US', parts).format(world.clock.now()));
  world.clock.advance({ minutes: (minutes(clock) - now + 1440) % 1440 });
}

const words = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

it.each(CASES)(
  'previews, letters, lists, receipts and files carry the day of $state at $clock; mails the clock of their reader',
  async ({ state, zipcode, zone, clock }) => {
    goTo(clock, zone);
    const place = { state, zipcode };
    const today = dayAtPlace(world.clock.now().getTime(), place);
    // The window of an hour ends after midnight, or not: a letter carries the day it goes out.
    const goesOut = clock === '23:30' ? addDays(today, 1) : today;
    const buyer = await aBuyer(world, { incidentState: state, incidentZipcode: zipcode });
    await buyer.browser.call(checkAuth, undefined, { headers: { [TIME_ZONE_HEADER]: READER } });
    const session = { form_session_id: buyer.formSessionId };

    const preview = await buyer.browser.call(reviewCase, { ...session, stage: 'letter' });
    expect(JSON.stringify(preview.body)).toContain(formatDay(goesOut));
    await pay(world, buyer, { state_code: state });
    const { body: letter } = await buyer.browser.call(generateDemandLetter, session);
    expect(letter.demand_letter.startsWith(formatDay(goesOut))).toBe(true);
    const approved = await buyer.browser.call(saveDemandLetter, { ...session, action: 'approve_and_send' });
    expect(approved.status).toBe(200);

    const { body: payments } = await buyer.browser.call(getUserPayments);
    expect(payments.data.payments[0]?.display_date).toBe(shortDayOf(today));
    const { body: demands } = await buyer.browser.call(getUserDemands);
    expect(demands.data[0]?.formatted_date).toBe(shortDayOf(today));
    expect(payments.data.payments[0]?.day).toBe(today);
    const bill = await buyer.browser.call(receipt, { payment_id: payments.data.payments[0]!.id });
    expect(words(bill.response.rawPayload)).toContain(formatDay(today));

    await world.runJobs();
    const until = new Date(world.clock.now().getTime() + 60 * 60_000);
    const told = new Intl.DateTimeFormat('en-US', {
      month: 'long', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', hour12: true, timeZone: READER, timeZoneName: 'short',
    }).format(until).replaceAll('\u202f', ' '); // prettier-ignore
    expect(told).toMatch(/\d:\d\d [AP]M HST$/);
    expect(world.mailbox.to(buyer.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(`goes out on ${told}`),
    );
    expect(approved.body.message).toContain(told);

    world.clock.advance({ minutes: 60 });
    await world.runJobs({ includeDelayed: true });
    const { body: posted } = await buyer.browser.call(checkExistingDemand, session);
    expect((posted as Demand).state).toMatch(/^post/);
    const sheet = await buyer.browser.call(generateSecurePdf, {
      demand_id: letter.demand_id ?? '',
      action: 'view',
    });
    expect(words(sheet.response.rawPayload)).toContain(formatDay(goesOut));
    const { body: after } = await buyer.browser.call(getUserDemands);
    expect(after.data[0]?.send_date).toBe(shortDayOf(goesOut));
  },
);

it('court papers and their list carry the day of the place in its evening', async () => {
  const place = { state: 'CA', zipcode: '90001' };
  goTo('23:30', 'America/Los_Angeles');
  const today = dayAtPlace(world.clock.now().getTime(), place);
  const buyer = await aBuyer(world, { incidentState: place.state, incidentZipcode: place.zipcode });
  await pay(world, buyer, { state_code: place.state, package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(getCourtDocuments);
  expect(body.demands[0]?.formatted_date).toBe(shortDayOf(today));
  const paper = body.demands[0]!.court_documents[0]!;
  expect(paper.formatted_date).toBe(shortDayOf(today));
  const file = await buyer.browser.call(downloadCourtDocument, {
    file_id: paper.id,
    download: true,
    csrf_token: body.csrf_token,
  });
  expect(words(file.response.rawPayload)).toContain(`made on ${formatDay(today)}`);
});

it('stores no zone that is none', async () => {
  const buyer = await aBuyer(world);
  for (const name of ['Mars/Olympus', "'; drop table account; --", 'x'.repeat(5_000)]) {
    await buyer.browser.call(checkAuth, undefined, { headers: { [TIME_ZONE_HEADER]: name } });
  }
  const row = await world.claims.platform.db
    .selectFrom('account')
    .select('time_zone')
    .where('email', '=', buyer.email)
    .executeTakeFirstOrThrow();
  expect(row.time_zone).toBeNull();
});
