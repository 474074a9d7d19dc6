import { createHash } from 'node:crypto';
import { sessionDigestText, signedPassText, type GroupPass, type PassKeys } from '@redress/contracts/passes';
import type { Db, Trx } from './database.ts';
import type { Secrets } from './secrets.ts';

export interface AccountGroupTable {
  account_id: string;
  name: string;
  created_at: Date;
}

declare module './tables.ts' {
  interface Tables {
    account_group: AccountGroupTable;
  }
}

/** While somebody uses the site their pass is renewed; so long a copy counts after the sign-out at most. */
export const GROUP_PASS_SECONDS = 12 * 3_600;

export interface GroupPasses {
  /** Public keys that the site verifies passes with: the one that signs and, while the secret changes, those beside it. */
  keys(): PassKeys;
  groupsOf(db: Db | Trx, userId: string): Promise<string[]>;
  /**
   * @param token - of the session's cookie: the pass counts beside it alone
   * @returns what the browser holds for the site to know the groups of its account; `null` for one in no group
   */
  issue(db: Db | Trx, userId: string, token: string): Promise<string | null>;
}

/** Passes of groups: signed, without anything of the person in them (decision 0224). */
export function createGroupPasses({ secrets, now }: { secrets: Secrets; now: () => Date }): GroupPasses {
  const groupsOf: GroupPasses['groupsOf'] = async (db, userId) => {
    const rows = await db
      .selectFrom('account_group')
      .select('name')
      .where('account_id', '=', userId)
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  };
  return {
    keys: () => Object.fromEntries(secrets.signingKeys('groups').map(({ keyId, publicKey }) => [keyId, publicKey])),
    groupsOf,
    async issue(db, userId, token) {
      const groups = await groupsOf(db, userId);
      if (groups.length === 0) return null;
      const session = createHash('sha256').update(sessionDigestText(token)).digest('hex').slice(0, 32);
      const until = Math.floor(now().getTime() / 1_000) + GROUP_PASS_SECONDS;
      const payload = JSON.stringify({ groups, session, until } satisfies GroupPass);
      const key = secrets.signingKey('groups');
      const signature = key.sign(signedPassText('groups', payload)).toString('base64url');
      return `${key.keyId}.${Buffer.from(payload).toString('base64url')}.${signature}`;
    },
  };
}
