import { buildIndexes } from './build-indexes.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let test: TestDatabase;
const query = async <Row extends object>(text: string) => (await test.database.pool.query<Row>(text)).rows;
beforeEach(async () => {
  test = await createTestDatabase();
  await query('create schema shop');
  await query('create table shop.goods (id int primary key, price int)');
});
afterEach(() => test.drop());

const indexes = { goods_price: 'goods (price)', goods_dear: 'goods (id) where price > 100' };
const build = (stopping?: AbortSignal) =>
  buildIndexes(test.url, { schema: 'shop', indexes, ...(stopping ? { stopping } : {}) });
const valid = async () =>
  (
    await query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indisvalid and indrelid = 'shop.goods'::regclass order by 1`,
    )
  ).map(({ name }) => name);
const isBuilding = async () =>
  (await query("select 1 from pg_stat_activity where datname = current_database() and query like 'create index conc%'"))
    .length > 0;

it('builds what is missing, and nothing twice', async () => {
  expect(await build()).toEqual(['goods_price', 'goods_dear']);
  expect(await build()).toEqual([]);
  expect(await valid()).toEqual(['shop.goods_dear', 'shop.goods_pkey', 'shop.goods_price']);
});

it('lets the next program begin at once', async () => {
  await build();
  expect(
    await query(
      "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    ),
  ).toEqual([]);
});

it('builds anew what a program that was ended left half built', async () => {
  await build();
  await query("update pg_index set indisvalid = false where indexrelid = 'shop.goods_price'::regclass");
  expect(await build()).toEqual(['goods_price']);
  expect(await valid()).toContain('shop.goods_price');
});

describe('beside a transaction that writes', () => {
  const writer = async () => {
    const client = await test.database.pool.connect();
    await client.query('begin; insert into shop.goods values (1, 100)');
    return async () => {
      await client.query('commit');
      client.release();
    };
  };

  it('lets others write, and leaves the work to one of two programs', async () => {
    const commit = await writer();
    const building = build();
    while (!(await isBuilding()));
    await query('insert into shop.goods values (2, 200)');
    expect(await build()).toEqual([]);
    await commit();
    expect(await building).toEqual(['goods_price', 'goods_dear']);
  });

  it('ends when the program is asked to stop, and is made good by the next', async () => {
    const commit = await writer();
    const stop = new AbortController();
    const building = build(stop.signal);
    while (!(await isBuilding()));
    stop.abort();
    expect(await building).toEqual([]);
    await commit();
    expect(await build()).toEqual(['goods_price', 'goods_dear']);
    expect(await valid()).toHaveLength(3);
  });
});
