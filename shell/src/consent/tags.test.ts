import { isOnHost } from './tags.ts';

it.each([
  ['https://www.googletagmanager.com/gtag/js?id=1', true],
  ['https://api.chat.example/x.js', true],
  ['https://chat.example/x.js', false],
  ['https://evil-chat.example/x.js', false],
  ['https://www.googletagmanager.com.evil.example/x.js', false],
  ['http://www.googletagmanager.com/x.js', false],
  ['//www.googletagmanager.com@evil.example/x.js', false],
  ['data:text/javascript,alert(1)', false],
  ['/same-site.js', false],
])('lets a script of %s through: %s', (url, isAllowed) => {
  expect(isOnHost(url, ['https://www.googletagmanager.com', 'https://*.chat.example'])).toBe(isAllowed);
});
