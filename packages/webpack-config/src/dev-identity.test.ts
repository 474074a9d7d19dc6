import { DEV_ID, giveIdentity } from './dev-identity.ts';

const build = (text: string) => new Map([['entry.js', Buffer.from(`var mf_x_${DEV_ID};${text}`)]]);

it('gives every rebuild an id of its contents, in its files too', () => {
  const one = giveIdentity(build('1'));
  const two = giveIdentity(build('2'));
  expect(one.buildId).toMatch(/^[0-9a-f]{12}$/);
  expect(two.buildId).not.toBe(one.buildId);
  expect(giveIdentity(build('1')).buildId).toBe(one.buildId);
  expect(one.files.get('entry.js')?.toString()).toBe(`var mf_x_${one.buildId};1`);
});
