import { getStore, injectMiddleware, resetStore } from '@redress/session-store';
import { purchaseMade } from '@redress/session-store/purchase';
import { emit } from './events.ts';

it('passes on a purchase from an earlier build of mf-checkout, and nothing else', () => {
  resetStore();
  getStore();
  const received: unknown[] = [];
  injectMiddleware(() => (next) => (action) => {
    if (purchaseMade.match(action)) received.push(action.payload);
    return next(action);
  });
  emit('letter.changed', { demandId: 'a' });
  emit('purchase', { valueCents: 4_144, currency: 'usd' });
  expect(received).toEqual([{ valueCents: 4_144, currency: 'usd' }]);
});
