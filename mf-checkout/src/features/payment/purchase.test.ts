import { on } from '@redress/mf-runtime';
import { purchaseBegun, reportPurchase } from './purchase.ts';

const SESSION = 'a'.repeat(24);
const heard: unknown[] = [];
let stop: () => void;
beforeEach(() => {
  heard.length = 0;
  stop = on('purchase', (purchase) => heard.push(purchase));
});
afterEach(() => {
  stop();
  sessionStorage.clear();
});

it('tells of a payment once, with its value and nothing else', () => {
  purchaseBegun(SESSION, 4_144);
  reportPurchase(SESSION);
  reportPurchase(SESSION);
  expect(heard).toEqual([{ valueCents: 4_144, currency: 'usd' }]);
});

it('says nothing when somebody opens a claim that was paid elsewhere', () => {
  reportPurchase(SESSION);
  expect(heard).toEqual([]);
});

it('tells the value of the try that went through, after a declined one with another total', () => {
  purchaseBegun(SESSION, 4_144);
  purchaseBegun(SESSION, 3_730);
  reportPurchase(SESSION);
  expect(heard).toEqual([{ valueCents: 3_730, currency: 'usd' }]);
});
