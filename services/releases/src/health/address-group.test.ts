import { addressGroup } from './address-group.ts';

it.each([
  ['203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113'],
  ['2001:db8:7:1::5', '2001:db8:7'],
  ['2001:0db8:0007:ffff::5', '2001:db8:7'],
  ['2001::5', '2001:0:0'],
  ['::1', '0:0:0'],
])('puts %s into %s', (address, group) => expect(addressGroup(address)).toBe(group));
