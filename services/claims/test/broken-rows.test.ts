import {
  exportData,
  getActiveSessions,
  getCases,
  getSettings,
  getUserDemands,
  search,
  viewUserData,
} from '@redress/contracts';
import { aBuyer, aClaim, aDraft, pay, useCaseWorld } from '../src/testing/index.ts';

const world = useCaseWorld();

const query = (text: string, values: unknown[]) => world.sql(text, values);

// What an old release, a restored backup or a repair by hand can leave behind.
const BROKEN = [
  'null',
  '[]',
  '{"amount": {"dollars": 5}}',
  '{"defendantFirstname": 5}',
  '{"firstname": 5, "lastname": {}, "phonenumber": 5}',
  '{"disputing": "all"}',
];

it.each(BROKEN)('shows the other claims and letters beside one whose answers are %s', async (answers) => {
  const buyer = await aBuyer(world);
  const { browser, formSessionId } = buyer;
  await pay(world, buyer);
  await world.runJobs();
  const other = await aDraft(
    browser,
    aClaim({ defendantLastname: 'Kern', selectedPackage: 'demand-letter', packageTitle: 'Demand Letter' }),
  );
  // The newest of the two: what is taken from one claim is taken from this one.
  await query(
    `update claims.form_session set form_data = $2, updated_at = updated_at + interval '1 hour' where id = $1`,
    [formSessionId, answers],
  );
  await query('update claims.claim_snapshot set answers = $2 where form_session_id = $1', [formSessionId, answers]);

  const claims = await browser.call(getActiveSessions, {});
  expect(claims.status).toBe(200);
  expect(claims.body.sessions.map(({ session_id }) => session_id)).toContain(other);
  expect((await browser.call(getUserDemands, {})).status).toBe(200);
  const cases = await browser.call(getCases, {});
  expect(cases.body.cases.map(({ form_session_id }) => form_session_id)).toContain(other);
  for (const person of [getSettings, viewUserData]) expect((await browser.call(person)).status).toBe(200);
  expect((await browser.call(search, { q: 'kern' })).body.results.map(({ id }) => id)).toContain(other);
  const { response } = await browser.call(exportData);
  expect((JSON.parse(response.body) as { claims: unknown[] }).claims).toHaveLength(2);
});
