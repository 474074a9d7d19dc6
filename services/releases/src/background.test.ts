import { sayOnce } from './background.ts';

it('says why something fails when it begins to or fails otherwise, and not for each entry that waits', () => {
  const said: string[] = [];
  const say = sayOnce((why) => said.push(why));
  for (const why of ['GET /ledger/18.json: 503', 'GET /ledger/19.json: 503', 'GET /ledger/19.json: 403', '']) say(why);
  say('GET /ledger/20.json: 403');
  expect(said).toEqual(['18', '19', '20'].map((seq, at) => `GET /ledger/${seq}.json: ${at === 0 ? 503 : 403}`));
});
