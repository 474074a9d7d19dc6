import { AppError, type UserData } from '@redress/contracts';
import type { Db } from '../../platform/database.ts';
import { displayName, findAccount } from '../../shared/accounts.ts';

export async function readUserData(db: Db, userId: string): Promise<UserData> {
  const account = await findAccount(db, userId);
  // Its sessions go with an account; only a request that was already under way gets here.
  if (!account) throw new AppError('NOT_SIGNED_IN');
  return {
    user_id: account.id,
    display_name: await displayName(db, account),
    email: account.email,
    email_verified: account.isVerified,
    first_name: account.firstName || null,
    last_name: account.lastName || null,
    has_password: account.passwordHash !== null,
  };
}
