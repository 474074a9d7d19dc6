import { readCookie } from './session-cookies.ts';

const SECRET = 's'.repeat(32);
const NAME = '__Host-redress-preview';

it('is read out of what else a browser sends', () => {
  expect(readCookie(`a=b; ${NAME}=${SECRET}; c=d`, NAME)).toBe(SECRET);
});

it.each<[string, string | undefined]>([
  ['there is no cookie', undefined],
  ['it has the name of one that a neighbour of the site may set', `redress-preview=${SECRET}`],
  ['its name ends like it', `x${NAME}=${SECRET}`],
  ['it is none', `${NAME}=`],
  ['there are two', `${NAME}=${SECRET}; ${NAME}=x`],
])('is none where %s', (_, cookies) => {
  expect(readCookie(cookies, NAME)).toBeNull();
});
