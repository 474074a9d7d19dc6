import type { NoticeTarget } from '@redress/contracts/release-api';
import { developerOf, MANAGER } from '../testing/index.ts';
import { aNoticeWorld, CHANNEL, type NoticeWorld } from '../testing/notice-world.ts';
import { forgetNotices, listNotices } from './notices.ts';
import { addTarget, endTarget, listTargets, rotateTarget } from './targets.ts';

let world: NoticeWorld;
beforeEach(async () => void (world = await aNoticeWorld()));
afterEach(() => world.close());

describe('who is told', () => {
  const wrong = (given: { email?: string; webhook?: string }) =>
    expect(world.add(given)).rejects.toMatchObject({ code: 'NOTICE_TARGET_INVALID' });

  it('is decided by release managers, of addresses that can be told, and enters the ledger without what is of a person', async () => {
    await wrong({});
    await wrong({ email: 'a@example.org', webhook: world.receiver.url });
    for (const webhook of [
      'http://example.org/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://intranet/',
      'https://2130706433/',
      'https://user:word@example.org/',
      'https://example.org/#part',
    ])
      await wrong({ webhook });
    const asDeveloper = { channel: CHANNEL, team: null, reason: 'r', privateHosts: [], email: 'a@example.org' };
    const refused = addTarget(world.core, asDeveloper, developerOf('team-wizard'));
    await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await world.add({ email: 'ann.lee@example.org' });
    await wrong({ email: 'ann.lee@example.org' });
    await world.add({ webhook: 'https://hooks.example.org/very-secret-path' });
    const rows = await world.core.db.selectFrom('releases.ledger').select('entry').execute();
    const ledger = rows.map(({ entry }) => entry).join('\n');
    expect(ledger).toContain('"place":"hooks.example.org"');
    expect(ledger).not.toMatch(/ann\.lee|very-secret/);
    for (let index = 0; index < 18; index += 1) await world.add({ email: `a${index}@example.org` });
    await expect(world.add({ email: 'one-more@example.org' })).rejects.toMatchObject({ code: 'NOTICE_TARGET_LIMIT' });
  });

  it('a webhook has two secrets while they change, and neither is in the database', async () => {
    const made = await world.add({ webhook: world.receiver.url });
    const other = await rotateTarget(world.core, { channel: CHANNEL, id: made.id, hours: 1, reason: 'r' }, MANAGER);
    expect(other.secret).not.toBe(made.secret);
    const send = async () => {
      await world.test();
      await world.sender().sendDue();
    };
    await send();
    expect([world.verified(made.secret!), world.verified(other.secret!)]).toHaveLength(2);
    world.pass(3_601);
    await send();
    expect(world.verified(other.secret!, 1)).toMatchObject({ type: 'release.test' });
    expect(() => world.verified(made.secret!, 1)).toThrow();
    const kept = JSON.stringify(await world.core.db.selectFrom('releases.notice_target').selectAll().execute());
    for (const { secret } of [made, other]) expect(kept).not.toContain(secret!.slice('whsec_'.length));
  });

  it('is told no more once it is ended, also of what waits', async () => {
    const made: NoticeTarget = await world.add({ email: 'on-call@example.org' });
    await world.test();
    await endTarget(world.core, { channel: CHANNEL, id: made.id, reason: 'left' }, MANAGER);
    await world.sender().sendDue();
    expect(world.mails.received).toEqual([]);
    expect([await world.states(), await listTargets(world.core.db, CHANNEL)]).toEqual([['ended'], []]);
    world.pass(91 * 86_400);
    await forgetNotices(world.core);
    expect(await world.notices()).toEqual([]);
  });

  it('is not a mailbox that a script fills', async () => {
    await world.add({ email: 'on-call@example.org' });
    for (let turn = 0; turn < 63; turn += 1) await world.test();
    const all = await listNotices(world.core.db, { channel: CHANNEL, limit: 100 });
    expect(all).toHaveLength(63);
    expect(all.filter(({ sendings }) => sendings.length > 0)).toHaveLength(60);
  });
});
