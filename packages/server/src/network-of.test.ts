import { networkOf } from './network-of.ts';

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113'],
  ['2001:db8:7:1::5', '20010db8000700', '20010db80007'],
  ['2001:0db8:0007:ffff::5', '20010db80007ff', '20010db80007'],
  ['::1', '00000000000000', '000000000000'],
])('puts %s into %s, or %s', (address, network, group) => {
  expect([networkOf(address), networkOf(address, { octets: 3, bits: 48 })]).toEqual([network, group]);
});
