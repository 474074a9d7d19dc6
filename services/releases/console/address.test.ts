import { addressOf, readAddress } from './address.ts';

it.each([
  [{ view: 'now', item: null, channel: null }, '#/now'],
  [{ view: 'remotes', item: 'mf-letters', channel: 'preview' }, '#/remotes/mf-letters?channel=preview'],
  [{ view: 'remotes', item: 'a/b?c=d%', channel: null }, '#/remotes/a%2Fb%3Fc%3Dd%25'],
])('%j is written and read as %s', (address, text) => {
  expect(addressOf(address)).toBe(text);
  expect(readAddress(text)).toEqual(address);
});

it.each([
  ['#/history/who%3Dann?channel=preview', { view: 'history', item: 'who=ann', channel: 'preview' }],
  ['', { view: '', item: null, channel: null }],
  ['#/%E0%A4%A', { view: '', item: null, channel: null }],
  ['#/remotes/%?channel=', { view: 'remotes', item: null, channel: null }],
])('reads what somebody typed: %s', (text, address) => {
  expect(readAddress(text)).toEqual(address);
});
