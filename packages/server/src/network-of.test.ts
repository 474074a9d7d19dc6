import { networkOf } from './network-of.ts';

it.each([
  [['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9:4711', '::ffff:cb00:7109'], '203.0.113.9', '203.0.113'],
  [['2001:db8:7:1::5', '2001:0db8:0007:00ff::7', '[2001:db8:7:1::5]:443'], '20010db8000700', '20010db80007'],
  [['2001:db8:7:ffff::5'], '20010db80007ff', '20010db80007'],
  [['::1'], '00000000000000', '000000000000'],
])('puts %j into %s, or %s', (addresses, network, group) => {
  for (const address of addresses)
    expect([networkOf(address), networkOf(address, { octets: 3, bits: 48 })]).toEqual([network, group]);
});
