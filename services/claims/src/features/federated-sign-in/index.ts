import { googleCallback, googleLink, googleRedirect } from '@redress/contracts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../shared/feature-services.ts';
import { createFederatedSignIn } from './federated-sign-in.service.ts';

/** Sign-in by an OpenID provider, in a popup or as a whole page. */
export function createFederatedSignInFeature(services: Services): Feature {
  const federated = createFederatedSignIn(services);
  return {
    name: 'federated-sign-in',
    routes: [
      route(googleRedirect, (call) =>
        federated.begin(call, { returnTo: call.query.return_to, formSessionId: call.query.form_session_id }),
      ),
      route(googleCallback, (call) => federated.finish(call)),
      route(googleLink, (call) => federated.link(call, call.body)),
    ],
    exportData: async (userId) => ({
      sign_in_providers: await services.db
        .selectFrom('identity')
        .select(['issuer', 'created_at'])
        .where('account_id', '=', userId)
        .execute(),
    }),
  };
}
