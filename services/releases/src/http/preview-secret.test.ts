import type { FastifyRequest } from 'fastify';
import { previewSecretOf } from './preview-secret.ts';

const SECRET = 's'.repeat(32);
const of = (cookie: string | undefined, name = '__Host-redress-preview') =>
  previewSecretOf({ headers: cookie === undefined ? {} : { cookie } } as FastifyRequest, name);

it('is read out of what else a browser sends', () => {
  expect(of(`a=b; __Host-redress-preview=${SECRET}; c=d`)).toBe(SECRET);
});

it.each<[string, string | undefined]>([
  ['there is no cookie', undefined],
  ['it has the name of one that a neighbour of the site may set', `redress-preview=${SECRET}`],
  ['its name ends like it', `x__Host-redress-preview=${SECRET}`],
  ['it is too long', `__Host-redress-preview=${SECRET}s`],
  ['it is none', '__Host-redress-preview='],
])('is none where %s', (_, cookie) => {
  expect(of(cookie)).toBeNull();
});
