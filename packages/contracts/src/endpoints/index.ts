import { authEndpoints, settingsEndpoints } from './auth.ts';
import { checkoutEndpoints } from './checkout.ts';
import { documentEndpoints, letterEndpoints } from './letters.ts';
import { referenceEndpoints, sessionEndpoints } from './wizard.ts';

/** Every call there is: the browser's hooks, the server's routes, the OpenAPI document and the test matrix are made from it. */
export const endpoints = {
  ...authEndpoints,
  ...settingsEndpoints,
  ...sessionEndpoints,
  ...referenceEndpoints,
  ...checkoutEndpoints,
  ...letterEndpoints,
  ...documentEndpoints,
} as const;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
