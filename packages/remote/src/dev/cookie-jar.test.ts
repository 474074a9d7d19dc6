import { createCookieJar } from './cookie-jar.ts';

it('sends what the site has set, the last value of each, until it ends', () => {
  const jar = createCookieJar();
  expect(jar.header()).toBeUndefined();
  jar.take(['__Host-session=a; Path=/; Secure; HttpOnly', 'visitor=v=1; Max-Age=60', 'broken']);
  expect(jar.header()).toBe('__Host-session=a; visitor=v=1');
  jar.take(['__Host-session=b; Path=/', 'visitor=; Max-Age=0']);
  expect(jar.header()).toBe('__Host-session=b');
  jar.take(['__Host-session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  expect(jar.header()).toBeUndefined();
});
