/** A business with more open cases than anybody reads: by what is due, and as one file. */
import { caseLedgers, getCases, reportPayment } from '@redress/contracts';
import { addDays } from '@redress/domain';
import { csvPieces } from '../../platform/csv.ts';
import { paidCase, runJob, signUp, useCaseWorld, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
const COPIES = 5_000;
const today = () => world.clock.now().toISOString().slice(0, 10);

async function mailedCase(answers = {}): Promise<PaidCase> {
  const mine = await paidCase(world, answers);
  await mine.mail();
  await runJob(world, 'case.look');
  await world.runJobs();
  return mine;
}
const say = ({ browser, formSessionId }: PaidCase, said: object) =>
  browser.call(reportPayment, { form_session_id: formSessionId, revision: 0, ...said } as never);
const list = async ({ browser }: Pick<PaidCase, 'browser'>, view: 'due' | 'later' | 'closed', page = 1) =>
  (await browser.call(getCases, { view, page })).body;
/** Copies of a row, each of which shares the ids named with the copies of the same number in other tables. */
const copy = (table: string, ids: readonly string[], of: string, more = "'{}'::jsonb") =>
  world.sql(
    `insert into claims.${table} select c.* from claims.${table} r cross join generate_series(1, ${COPIES}) n
       cross join lateral jsonb_populate_record(r, jsonb_build_object(${ids
         .map((id) => `'${id}', substr(md5(r.${id} || n), 1, 24)`)
         .join(', ')}) || ${more}) c where r.${of}`,
  );

it('lists a case where its day stands, moves it with every report, and shows it to nobody else', async () => {
  const mine = await mailedCase();
  const { cases } = await list(mine, 'later');
  const payBy = cases[0]?.answer_by ?? '';
  expect(cases).toMatchObject([{ due: { kind: 'pay_by', day: payBy, is_over: false } }]);
  expect((await list(mine, 'due')).total).toBe(0);
  while (addDays(today(), 7) < payBy) world.clock.advance({ days: 1 });
  expect((await list(mine, 'due')).cases).toMatchObject([{ due: { day: payBy, is_over: false } }]);
  world.clock.advance({ days: 9 });
  expect((await list(mine, 'due')).cases).toMatchObject([{ due: { is_over: true } }]);
  expect((await list(await signUp(world), 'due')).total).toBe(0);

  await say(mine, { report_id: 'a'.repeat(24), kind: 'none' });
  expect([(await list(mine, 'due')).total, (await list(mine, 'later')).cases[0]?.due]).toEqual([0, null]);
  await say(mine, { report_id: 'b'.repeat(24), revision: 1, kind: 'all', day: today() });
  expect([(await list(mine, 'later')).total, (await list(mine, 'closed')).total]).toEqual([0, 1]);
  await say(mine, { report_id: 'c'.repeat(24), revision: 2, kind: 'withdraw', replaces: 'b'.repeat(24) });
  expect([(await list(mine, 'later')).total, (await list(mine, 'closed')).total]).toEqual([1, 0]);
});

it.each(['=1', ' =1', '+1', '-1', '@x', '\u00A0=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20x'])(
  'writes %j so that no spreadsheet calculates it',
  async (typed) => {
    let file = '';
    for await (const piece of csvPieces([typed], (async function* () {})())) file += piece.toString('utf8');
    expect(file).toBe(`\uFEFF'${typed}\r\n`);
  },
);

it('writes every ledger into one file that a spreadsheet reads as it was meant', async () => {
  const mine = await mailedCase({ whoUser: '2', defendantBusinessName: '=1+2 "Kern", Ltd.' });
  await mailedCase();
  const reports = [
    { kind: 'part', amount: 250.5, day: '2026-01-05' },
    { kind: 'part', amount: 9999, day: '2026-01-06' },
    { kind: 'withdraw', replaces: `${'b'.repeat(23)}1` },
    { kind: 'all', day: '2026-01-07' },
  ];
  for (const [revision, said] of reports.entries())
    await say(mine, { report_id: `${'b'.repeat(23)}${revision}`, revision, ...said });
  const { response } = await mine.browser.call(caseLedgers);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="cases.csv"',
    'cache-control': 'no-store',
  });
  const [order] = await world.sql<{ order_number: string }>(
    'select order_number from claims.claim_order where form_session_id = $1',
    [mine.formSessionId],
  );
  const number = order?.order_number;
  const name = `"'=1+2 ""Kern"", Ltd."`;
  const posted = today();
  expect(response.rawPayload.toString('utf8')).toBe(
    [
      '\uFEFFCase number,Other side,Date,What,Amount (US$),Balance (US$)',
      `${number},${name},${posted},Asked for,1250.50,1250.50`,
      `${number},${name},2026-01-05,Part paid,250.50,1000.00`,
      `${number},${name},2026-01-07,Paid in full,1000.00,0.00`,
      '',
    ].join('\r\n'),
  );
});

it('answers the first page of 5,000 open cases from an index, and all of them as a file', async () => {
  const mine = await mailedCase();
  await say(mine, { report_id: 'd'.repeat(24), kind: 'none' });
  const [row] = await world.sql<{ id: string; posted_version: number }>(
    'select id, posted_version from claims.letter where form_session_id = $1',
    [mine.formSessionId],
  );
  const id = `'${mine.formSessionId}'`;
  await copy('form_session', ['id'], `id = ${id}`);
  await copy(
    'claim_order',
    ['id', 'form_session_id'],
    `form_session_id = ${id}`,
    `jsonb_build_object('order_number', 'R-' || n)`,
  );
  await copy('claim_snapshot', ['id', 'form_session_id'], `form_session_id = ${id}`);
  await copy(
    'letter',
    ['id', 'form_session_id', 'order_id'],
    `form_session_id = ${id}`,
    `jsonb_build_object('due_on', date '2026-01-01' + n % 400, 'due_kind', 'pay_by', 'created_at', r.created_at + n * interval '1 minute')`,
  );
  await copy('letter_version', ['letter_id', 'snapshot_id'], `letter_id = '${row?.id}'`);
  await copy('case_report', ['form_session_id'], `form_session_id = ${id}`);
  await world.sql('analyze');

  const first = await list(mine, 'due');
  const days = first.cases.map(({ due }) => due?.day ?? '');
  expect([first.total > 100, days, new Set(first.cases.map((one) => one.form_session_id)).size]).toEqual([
    true,
    days.toSorted(),
    6,
  ]);
  const plan = await world.sql(
    `explain select id from claims.letter where user_id = (select id from claims.account limit 1) and state = 'posted'
       and closed_at is null and due_on <= $1 order by due_on, id limit 6`,
    [today()],
  );
  expect(JSON.stringify(plan)).toMatch(/Index Only Scan using letter_due/);
  expect(JSON.stringify(plan)).not.toMatch(/Sort/);
  const { response } = await mine.browser.call(caseLedgers);
  expect(response.rawPayload.toString('utf8').trimEnd().split('\r\n')).toHaveLength(1 + 2 * (COPIES + 1));
});
