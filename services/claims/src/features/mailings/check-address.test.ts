import { checkAddress, exportData } from '@redress/contracts';
import { why } from '../../ops/why.ts';
import { aBuyer, pay, signUp, useCaseWorld, type Buyer } from '../../testing/index.ts';

const world = useCaseWorld();
const place = { address: '1 Undeliverable St', apt: '', city: 'Austin', state: 'TX', zipcode: '78701' };
const ask = ({ browser, formSessionId }: Pick<Buyer, 'browser' | 'formSessionId'>, changes = {}, insists?: boolean) =>
  browser.call(checkAddress, {
    form_session_id: formSessionId,
    place: { ...place, ...changes },
    ...(insists === undefined ? {} : { insists }),
  });
const fault = (kind: string, times = 1) =>
  world.control('/faults', { service: 'lob', kind, match: '/v1/us_verif', times });

it.each([
  ['9 Oak Ave', '', 'deliverable'],
  ['1 Undeliverable St', '', 'undeliverable'],
  ['1 Missing Unit St', '', 'missing-unit'],
  ['1 Missing Unit St', 'Apt 2', 'deliverable'],
])('says of %s %s what the carrier says: %s', async (address, apt, verdict) => {
  expect((await ask(await aBuyer(world), { address, apt })).body).toMatchObject({ verdict, insists: false });
});

it('asks once for an address, and keeps with it that its claimant insists', async () => {
  const buyer = await aBuyer(world);
  await ask(buyer);
  await fault('500', 20);
  expect((await ask(buyer)).body).toMatchObject({ verdict: 'undeliverable', insists: false });
  expect((await ask(buyer, {}, true)).body.insists).toBe(true);
  expect((await ask(buyer)).body.insists).toBe(true);
  await world.control('/faults/clear');
  // Another address is another question.
  expect((await ask(buyer, { address: '2 Undeliverable St' })).body).toMatchObject({ insists: false });
  // That of the first stays, since a letter can go to several.
  expect((await ask(buyer)).body).toMatchObject({ insists: true });
});

it('keeps what was said of each address, though all are asked about at once', async () => {
  const buyer = await aBuyer(world);
  const streets = Array.from({ length: 8 }, (_, no) => `${no} Undeliverable St`);
  await Promise.all(streets.map((address) => ask(buyer, { address }, true)));
  const { db } = world.claims.platform;
  const { address_check } = await db
    .selectFrom('form_session')
    .select('address_check')
    .where('id', '=', buyer.formSessionId)
    .executeTakeFirstOrThrow();
  expect(address_check?.map(({ address }) => address.split('\n', 1)[0]).toSorted()).toEqual(streets);
});

it.each(['500', 'garbage', 'drop', '429', 'timeout'])(
  'says nothing within 4 s when the carrier answers with %s, and keeps nothing',
  async (kind) => {
    const buyer = await aBuyer(world);
    await fault(kind);
    // In tenths of a second of this process: they stand still while a busy machine gives it no time.
    let tenths = 0;
    const clock = setInterval(() => (tenths += 1), 100);
    expect((await ask(buyer, {}, true)).body).toMatchObject({ verdict: 'unknown', insists: false });
    clearInterval(clock);
    expect(tenths).toBeLessThan(40);
    expect((await ask(buyer)).body).toMatchObject({ verdict: 'undeliverable', insists: false });
  },
);

it('asks for the owner of the case alone, and not without end', async () => {
  const buyer = await aBuyer(world);
  const { browser } = await signUp(world);
  expect((await ask({ browser, formSessionId: buyer.formSessionId })).refusal.code).toBe('NOT_FOUND');
  for (let no = 0; no < 30; no += 1) await ask(buyer, { address: `${no} Oak Ave` });
  expect((await ask(buyer, { address: '30 Oak Ave' })).refusal.code).toBe('RATE_LIMITED');
  // Nor for many accounts of one network.
  const asked = { name: 'address-check.network', max: 30, seconds: 3_600 };
  expect(await world.claims.platform.limits.isUsedUp(asked, '127.0.0.1')).toBe(true);
});

it('tells the operator, without the address, and its owner in their export', async () => {
  const buyer = await aBuyer(world);
  await ask(buyer, {}, true);
  await pay(world, buyer);
  const { db } = world.claims.platform;
  const { order_number } = await world.orderOf(buyer);
  const screen = (await why({ db, now: world.clock.now }, order_number)).join('\n');
  expect(screen).toContain('address\tundeliverable\tsaid before paying; its claimant insists');
  expect(screen).not.toContain('Undeliverable St');
  const file = await buyer.browser.call(exportData, undefined);
  expect(file.response.body).toContain('"insists":true');
});
