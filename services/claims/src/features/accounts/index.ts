import {
  checkAuth,
  checkEmail,
  checkSessionCode,
  getUserId,
  login,
  logout,
  register,
  requestPasswordReset,
  resendCode,
  resetPassword,
  verifyEmail,
  verifyResetCode,
  viewUserData,
} from '@redress/contracts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { accountEmails } from '../../shared/account-emails.ts';
import type { Services } from '../../shared/feature-services.ts';
import { createAccountsService } from './accounts.service.ts';
import { readUserData } from './user-data.ts';

/** Registering, signing in and out, codes, password reset. */
export function createAccountsFeature(services: Services): Feature {
  const accounts = createAccountsService(services);
  return {
    name: 'accounts',
    emails: accountEmails(services.config.siteOrigin),
    routes: [
      route(checkAuth, (call) => {
        // Every page asks this first. The browser gets its visitor cookie here, before two calls at once could each
        // set another one, and a draft belong to the one that was overwritten.
        call.ensureVisitor();
        return { isAuthenticated: call.user !== null };
      }),
      route(viewUserData, async ({ user }) => ({ user_data: await readUserData(services.db, user.id) })),
      route(getUserId, ({ user }) => ({ user_id: user.id })),
      route(login, (call) => accounts.login(call, call.body)),
      route(register, (call) => accounts.register(call, call.body)),
      route(verifyEmail, (call) => accounts.verifyEmail(call, call.body)),
      route(resendCode, (call) => accounts.resendCode(call, call.body.email)),
      route(checkSessionCode, ({ visitorId }) => accounts.checkSessionCode(visitorId)),
      route(checkEmail, (call) => accounts.checkEmail(call, call.body.email)),
      route(logout, (call) => accounts.logout(call)),
      route(requestPasswordReset, (call) => accounts.requestPasswordReset(call, call.body.email)),
      route(verifyResetCode, (call) => accounts.verifyResetCode(call, call.body)),
      route(resetPassword, (call) => accounts.resetPassword(call, call.body)),
    ],
  };
}
