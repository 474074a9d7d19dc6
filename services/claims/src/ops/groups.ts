import type { Db } from '../platform/database.ts';
import { recordAct, type Printed } from './operator.ts';

/** Most groups of one account: a pass has room for so many. */
const MOST_OF_ONE = 20;
const ID = /^[0-9a-f]{24}$/;

/** Groups of accounts, which builds roll out to (decision 0224). Accounts are shown by their ids. */
export function createGroups({ db, now }: { db: Db; now: () => Date }) {
  const accountOf = async (text: string): Promise<string> => {
    const query = db.selectFrom('account').select('id');
    const found = await (
      ID.test(text) ? query.where('id', '=', text) : query.where('email', '=', text.trim().toLowerCase())
    ).executeTakeFirst();
    if (!found) throw new Error('There is no such account: name it by its id, or by its e-mail address.');
    return found.id;
  };
  const assertName = async (name: string): Promise<void> => {
    // Loading the schemas takes as long as all the rest of a list.
    const [{ safeParse }, { GroupName }] = await Promise.all([
      import('zod/mini'),
      import('@redress/contracts/releases'),
    ]);
    if (!safeParse(GroupName, name).success) throw new Error('A group is a word in small letters, such as beta.');
  };
  const change = async (act: 'added' | 'removed', name: string, account: string, reason: string): Promise<string> => {
    await assertName(name);
    const id = await accountOf(account);
    await db.transaction().execute(async (trx) => {
      const subject = { kind: 'account', id };
      await recordAct(trx, now(), { kind: `account.group-${act}`, subject, reason, details: { group: name } });
      // One act on an account at a time: the number of its groups is counted.
      await trx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
      const groups = await trx.selectFrom('account_group').select('name').where('account_id', '=', id).execute();
      const isIn = groups.some((each) => each.name === name);
      if (isIn === (act === 'added')) throw new Error(`Account ${id} is ${isIn ? '' : 'not '}in ${name}.`);
      if (act === 'added') {
        if (groups.length >= MOST_OF_ONE) throw new Error(`Account ${id} is in ${MOST_OF_ONE} groups already.`);
        await trx.insertInto('account_group').values({ account_id: id, name, created_at: now() }).execute();
      } else {
        await trx.deleteFrom('account_group').where('account_id', '=', id).where('name', '=', name).execute();
      }
    });
    return id;
  };
  return {
    async list(group: string): Promise<Printed> {
      const rows = await db
        .selectFrom('account_group')
        .select(['name', 'account_id', 'created_at'])
        .$if(group !== '', (query) => query.where('name', '=', group))
        .orderBy('name')
        .orderBy('created_at')
        .execute();
      if (rows.length === 0) return ['No account is in a group.'];
      return [
        'group\taccount\tsince',
        ...rows.map(({ name, account_id: id, created_at: at }) => [name, id, at.toISOString().slice(0, 16)].join('\t')),
      ];
    },
    async add(group: string, account: string, reason: string): Promise<Printed> {
      const id = await change('added', group, account, reason);
      return [`Account ${id} is in ${group}: its browsers know within five minutes of use, or at the next sign-in.`];
    },
    async remove(group: string, account: string, reason: string): Promise<Printed> {
      const id = await change('removed', group, account, reason);
      return [
        `Account ${id} is in ${group} no more: its browsers know within five minutes of use, in twelve hours at most.`,
      ];
    },
  };
}
