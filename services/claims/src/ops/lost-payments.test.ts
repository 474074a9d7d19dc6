import { aBuyer, pay, useCaseWorld } from '../testing/index.ts';
import { createLostPayments } from './lost-payments.ts';

const world = useCaseWorld();

const lost = () => createLostPayments(world.claims.platform);
const refundsOf = async (intent: string) => (await world.stripe.refunds.list({ payment_intent: intent })).data;

it('finds what was paid since a backup, ignores what is in the database, and refunds it once', async () => {
  const [kept, gone] = [await aBuyer(world), await aBuyer(world)];
  const keptIntent = await pay(world, kept);
  const goneIntent = await pay(world, gone);
  await world.runJobs();
  const since = new Date(world.claims.platform.now().getTime() - 3_600_000).toISOString();
  expect(await lost().list(undefined)).toEqual(['No payment is known that the database does not have.']);
  // The database of before: it has the draft, and neither order nor payment.
  await world.sql(`update claims.payment set id = reverse(id), intent_id = null where intent_id = $1`, [goneIntent]);
  for (let time = 0; time < 2; time += 1) {
    await lost().list(since);
    await world.runJobs();
  }
  const shown = (await lost().list(undefined)).join('\n');
  expect(shown).toContain(`${goneIntent}\t$`);
  expect(shown).toContain(`${gone.formSessionId}\tneeds you`);
  expect(shown.match(/pi_/g)).toHaveLength(1);
  await expect(lost().list('yesterday')).rejects.toThrow('--from');
  await expect(lost().refund(goneIntent, ' ')).rejects.toThrow('--reason');
  await expect(lost().refund(keptIntent, 'restored')).rejects.toThrow('no payment that the database does not have');
  const jobs = { enqueue: () => Promise.reject(new Error('no queue')) };
  await expect(createLostPayments({ ...world.claims.platform, jobs }).refund(goneIntent, 'lost')).rejects.toThrow('no');
  await lost().refund(goneIntent, 'restored backup');
  const acts = world.claims.platform.db.selectFrom('event').select('kind').where('actor_kind', '=', 'operator');
  expect(await acts.where('subject_id', '=', goneIntent).execute()).toHaveLength(1);
  await lost().refund(goneIntent, 'pressed twice');
  await world.runJobs();
  expect(await refundsOf(goneIntent)).toHaveLength(1);
  expect(await refundsOf(keptIntent)).toHaveLength(0);
  expect((await lost().list(undefined)).join('\n')).toContain('given back');
  await expect(lost().refund(goneIntent, 'again')).rejects.toThrow('given back already');
});
