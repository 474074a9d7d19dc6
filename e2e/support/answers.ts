import type { Page, Route } from '@playwright/test';

type Way = 'hold' | 'fail' | 'offline' | 'signed-out' | { answer: object };

const answered = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/**
 * Changes how one call of the page is answered, to show a state the service does not have of itself: still waiting,
 * refused, unreachable, signed out, or other data.
 * @returns a function that gives the call back to the service; a held call continues
 */
export async function answerWith(page: Page, call: string, way: Way): Promise<() => Promise<void>> {
  const isCall = (url: URL) => url.pathname === call;
  let isOver = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const handler = async (route: Route) => {
    if (isOver) return route.fallback();
    if (way === 'hold') {
      await released;
      return route.continue().catch(() => undefined); // the page may be gone by now
    }
    if (way === 'fail')
      return answered(route, 500, { success: false, code: 'INTERNAL', message: '', errorId: 'e2e00000' });
    if (way === 'offline') return route.abort('internetdisconnected');
    if (way === 'signed-out') return answered(route, 401, { success: false, code: 'NOT_SIGNED_IN', message: '' });
    return answered(route, 200, { success: true, ...way.answer });
  };
  await page.route(isCall, handler);
  // The route stays: a request that is made in the moment in which the last route is taken away is never answered.
  return async () => {
    isOver = true;
    release();
  };
}
