/** A business with more letters than one page of anything shows. */
import {
  generateDemandLetter,
  getActiveSessions,
  getCases,
  getCourtDocuments,
  getUserDemands,
  getUserPayments,
  saveDemandLetter,
  search,
} from '@redress/contracts';
import { aBuyer, pay, useCaseWorld, type Buyer } from '../../testing/index.ts';

const COPIES = 220;
const world = useCaseWorld();
let business: Buyer;
let trackingNumber: string;
let orderNumber: string;

/** Copies of each row of a table that belongs to a claim; of a copy, each id that these tables share is another one. */
async function copy(table: string, ids: readonly string[], more = "'{}'::jsonb"): Promise<void> {
  const changed = ids.map((id) => `'${id}', substr(md5(r.${id} || n), 1, 24)`).join(', ');
  await world.sql(
    `insert into claims.${table} select c.* from claims.${table} r cross join generate_series(1, ${COPIES}) n
       cross join lateral jsonb_populate_record(r, jsonb_build_object(${changed}) || ${more}) c`,
  );
}

beforeAll(async () => {
  business = await aBuyer(world, { defendantFirstname: 'Ottilie', defendantLastname: 'Zschokke' });
  await pay(world, business, { package_id: 'small-claims' });
  await business.browser.call(generateDemandLetter, { form_session_id: business.formSessionId });
  for (const action of ['approve_and_send', 'send_now'] as const)
    await business.browser.call(saveDemandLetter, { form_session_id: business.formSessionId, action });
  await world.runJobs();
  [{ order_number: orderNumber }] = (await world.sql('select order_number from claims.claim_order')) as [
    { order_number: string },
  ];
  [{ tracking_number: trackingNumber }] = (await world.sql('select tracking_number from claims.mailing')) as [
    { tracking_number: string },
  ];
  const later = (column: string) => `jsonb_build_object('${column}', r.${column} + n * interval '1 minute')`;
  await copy('form_session', ['id'], `jsonb_build_object('search_text', 'another person') || ${later('created_at')}`);
  await copy(
    'claim_order',
    ['id', 'form_session_id'],
    `jsonb_build_object('order_number', 'R-' || n) || ${later('paid_at')}`,
  );
  await copy('payment', ['id', 'order_id'], `jsonb_build_object('intent_id', 'pi_' || n) || ${later('created_at')}`);
  await copy('claim_snapshot', ['id', 'form_session_id']);
  await copy('letter', ['id', 'form_session_id', 'order_id'], later('created_at'));
  await copy('letter_version', ['letter_id', 'snapshot_id']);
  await copy('court_document', ['id', 'order_id'], `jsonb_build_object('title', 'Another paper')`);
});

const find = async (q: string, kind: string) =>
  (await business.browser.call(search, { q })).body.results.filter((result) => result.kind === kind);

it('finds the oldest letter by a name and by its tracking number', async () => {
  const [named] = await find('zschokke', 'letter');
  expect(named).toMatchObject({ title: 'Letter to Ottilie Zschokke', url: '/demand-letters' });
  const { body } = await business.browser.call(getUserDemands, { claim: business.formSessionId });
  expect(body.page).toBeGreaterThan(10);
  expect(body.data.map(({ id }) => id)).toContain(named?.id);
  expect(await find(trackingNumber.replace(/(.{4})/g, '$1 '), 'letter')).toEqual([named]);
  expect(await find(trackingNumber.slice(-6), 'letter')).toEqual([named]);
});

it('finds the oldest order by its number', async () => {
  expect(await find(orderNumber.toLowerCase(), 'order')).toMatchObject([{ title: orderNumber }]);
});

it('finds the papers of the oldest order', async () => {
  expect(await find('statement of claim', 'document')).toHaveLength(1);
});

it('shows court papers by pages, each demand once', async () => {
  const seen = new Set<string>();
  for (const page of [1, 2, 3, 4]) {
    const { body } = await business.browser.call(getCourtDocuments, { page, page_size: 60 });
    expect(body.total).toBe(COPIES + 1);
    for (const { demand_id, court_documents_count } of body.demands) {
      expect(court_documents_count).toBe(9);
      seen.add(demand_id);
    }
  }
  expect(seen.size).toBe(COPIES + 1);
  const { body } = await business.browser.call(getCourtDocuments);
  expect(body.demands).toHaveLength(100);
});

it('says where each claim stands, page by page, each once, and first of the oldest whose letter waits', async () => {
  const state = (to: string) =>
    world.sql('update claims.letter set state = $2 where form_session_id = $1', [business.formSessionId, to]);
  await state('draft');
  const found: string[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const { body } = await business.browser.call(getCases, { page, page_size: 50 });
    expect(body.total).toBe(COPIES + 1);
    found.push(...body.cases.map(({ form_session_id: id, standing }) => `${id} ${standing}`));
  }
  await state('posted');
  expect(found[0]).toBe(`${business.formSessionId} to_read`);
  expect(new Set(found.map((claim) => claim.split(' ')[0])).size).toBe(COPIES + 1);
  expect(found.slice(1).every((claim) => claim.endsWith(' posted'))).toBe(true);
});

interface PlanNode {
  'Node Type': string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const withChildren = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withChildren)];

interface Connection {
  query(...statement: unknown[]): unknown;
}

/** The reading statements with a limit that `work` sends over the service's pool. */
async function limitedReads(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const { pool } = world.database.database;
  const sent = new Map<Connection, jest.SpyInstance<unknown, unknown[]>>();
  const watch = (client: Connection) => {
    // Each connection has a `query` of its own.
    if (!sent.has(client)) sent.set(client, jest.spyOn(client, 'query'));
  };
  pool.on('acquire', watch);
  await work();
  pool.off('acquire', watch);
  const asked = [...sent.values()].flatMap(({ mock }) =>
    mock.calls.map(([text, values]) => ({ text: String(text), values: values as unknown[] })),
  );
  for (const query of sent.values()) query.mockRestore();
  return asked.filter(({ text }) => /^\s*(select|with)\b.*\blimit\b/is.test(text));
}

it('cuts a page once, also while the database has never counted its rows', async () => {
  const { browser } = business;
  const reads = await limitedReads(async () => {
    await browser.call(getActiveSessions, { status: 'completed', page: 2 });
    await browser.call(getUserDemands, { page: 2 });
    await browser.call(getUserPayments);
    await browser.call(getCourtDocuments);
    await browser.call(getCases);
    await browser.call(search, { q: 'zschokke' });
  });
  const cutAgain: string[] = [];
  for (const { text, values } of reads) {
    const [row] = await world.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const cuts = withChildren(row!['QUERY PLAN'][0].Plan).filter((node) => node['Node Type'] === 'Limit');
    if (cuts.some((node) => node['Actual Loops'] > 1)) cutAgain.push(text);
  }
  expect(reads.length).toBeGreaterThanOrEqual(8);
  expect(cutAgain).toEqual([]);
});
