import { accountEndpoints } from './accounts.ts';
import { alertEndpoints } from './alerts.ts';
import { caseEndpoints } from './cases.ts';
import { checkoutEndpoints } from './checkout.ts';
import { draftEndpoints } from './drafts.ts';
import { letterEndpoints } from './letters.ts';
import { mailingEndpoints } from './mailings.ts';
import { paperEndpoints } from './papers.ts';
import { placeEndpoints } from './places.ts';
import { referenceEndpoints } from './reference.ts';
import { searchEndpoints } from './search.ts';
import { settingsEndpoints } from './settings.ts';

/**
 * Every call there is: the browser's hooks, the server's routes, the OpenAPI document and the test matrix are made from
 * it. One file here for each feature of `services/claims`, under the same name; `session.ts` holds those of accounts
 * and settings that every page makes.
 */
export const endpoints = {
  ...accountEndpoints,
  ...alertEndpoints,
  ...settingsEndpoints,
  ...draftEndpoints,
  ...caseEndpoints,
  ...searchEndpoints,
  ...referenceEndpoints,
  ...placeEndpoints,
  ...checkoutEndpoints,
  ...letterEndpoints,
  ...paperEndpoints,
  ...mailingEndpoints,
} as const;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
