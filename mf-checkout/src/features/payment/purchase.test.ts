import { injectMiddleware, resetStore } from '@redress/session-store';
import { purchaseMade } from '@redress/session-store/purchase';
import { purchaseBegun, reportPurchase } from './purchase.ts';

const SESSION = 'a'.repeat(24);
const received: unknown[] = [];
beforeEach(() => {
  received.length = 0;
  resetStore();
  injectMiddleware(() => (next) => (action) => {
    if (purchaseMade.match(action)) received.push(action.payload);
    return next(action);
  });
});
afterEach(() => sessionStorage.clear());

it('reports a payment once, with its value and nothing else', () => {
  purchaseBegun(SESSION, 4_144);
  reportPurchase(SESSION);
  reportPurchase(SESSION);
  expect(received).toEqual([{ valueCents: 4_144, currency: 'usd' }]);
});

it('reports nothing when somebody opens a claim that was paid elsewhere', () => {
  reportPurchase(SESSION);
  expect(received).toEqual([]);
});

it('reports the value of the attempt that succeeded, after a declined one with another total', () => {
  purchaseBegun(SESSION, 4_144);
  purchaseBegun(SESSION, 3_730);
  reportPurchase(SESSION);
  expect(received).toEqual([{ valueCents: 3_730, currency: 'usd' }]);
});

it('reads what the build before kept, and says nothing of a shape it does not know', () => {
  purchaseBegun(SESSION, 4_144);
  const key = `redress.personal.purchase.${SESSION}`;
  expect({ ...sessionStorage }).toEqual({ [key]: '{"v":1,"valueCents":4144}' });
  sessionStorage.setItem(key, '{"v":2,"value":{"cents":4144}}');
  reportPurchase(SESSION);
  expect(received).toEqual([]);
});
