import { packages, quote } from '@redress/contracts';
import { askForIntent, aBuyer, finalize, payAt, useCaseWorld } from '../testing/index.ts';
import { createPriceTable } from './price-table.ts';

const world = useCaseWorld();
const table = () => {
  const { db, now } = world.claims.platform;
  return createPriceTable({ db, now });
};
const listed = async () =>
  (await world.browser().call(packages, {})).body.packages.map(({ id, price }) => `${id} ${price}`);

it('changes a price for whoever asks next; who is paying pays what was shown, and what it was stays on record', async () => {
  const buyer = await aBuyer(world);
  const shown = (await askForIntent(buyer)).body;
  expect(shown.quote.base_price).toBe(39);
  const said = await table().set('demand-letter', { price: '45.50' }, 'postage');
  expect(said.join('\n')).toMatch(/\$39\.00 to \$45\.50.*: postage/);
  expect((await listed())[0]).toBe('demand-letter 45.5');
  // The struck-through price follows by its rule.
  expect((await world.browser().call(packages, {})).body.packages[0]?.originalPrice).toBe(69);
  await payAt(world, shown.payment_intent.id);
  expect((await finalize(buyer, shown.payment_intent.id)).status).toBe(200);
  const rows = await world.sql(
    'select package_cents from claims.order_quote join claims.claim_order o on o.id = order_id where form_session_id = $1',
    [buyer.formSessionId],
  );
  expect(rows).toEqual([{ package_cents: 39_00 }]);
  await table().set('demand-letter', { price: '39' }, 'back');
});

it.each([
  ['no reason', 'demand-letter', { price: '45' }, '', /Say why/],
  ['no number', 'demand-letter', { price: '45,50' }, 'x', /--price is in dollars/],
  ['less than a card can be charged', 'demand-letter', { price: '0.10' }, 'x', /--price is in dollars/],
  ['a slip of the key', 'demand-letter', { price: '39000' }, 'x', /--price is in dollars/],
  ['less than its papers', 'small-claims', { price: '45' }, 'x', /say --papers too/],
  ['papers of a letter without', 'demand-letter', { papers: '5' }, 'x', /--papers is in dollars/],
  ['an id of nobody', 'gold', { price: '45' }, 'x', /There is no gold/],
])('refuses %s and changes nothing', async (_, id, wanted, reason, message) => {
  const before = await listed();
  await expect(table().set(id, wanted, reason)).rejects.toThrow(message);
  expect(await listed()).toEqual(before);
});

it('puts on sale only what the program can deliver, and lists packages only', async () => {
  await world.sql(`
    insert into claims.package (id, kind, title, description, price_cents, papers, frequency, features, popular, position,
      on_sale, updated_at) values ('gold', 'package', 'Gold', '', 100, 'trial', 'One Time', '[]', false, 9, false, now())`);
  await expect(table().set('gold', { sale: 'on' }, 'x')).rejects.toThrow(/cannot deliver gold/);
  await table().set('full-trial', { sale: 'off' }, 'x');
  expect(await listed()).toEqual(['demand-letter 39', 'small-claims 99']);
  const { refusal } = await world.browser().call(quote, { package_id: 'full-trial', state_code: 'TX' });
  expect(refusal.code).toBe('PACKAGE_UNKNOWN');
  await table().set('full-trial', { sale: 'on' }, 'x');
  const buyer = await aBuyer(world);
  expect((await askForIntent(buyer, { package_id: 'second-letter' })).refusal.code).toBe('PACKAGE_UNKNOWN');
});
