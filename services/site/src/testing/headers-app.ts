import { fastifyAccepts } from '@fastify/accepts';
import { fastifyCookie } from '@fastify/cookie';
import Fastify from 'fastify';
import { chooseEncoding, matchesEtag } from '../http/negotiate.ts';

/** Reads the headers that anybody may send as the site reads them; for programs that send hostile ones. */
export async function aHeadersApp(): Promise<(value: string) => Promise<void>> {
  const app = Fastify();
  await app.register(fastifyCookie);
  await app.register(fastifyAccepts);
  app.get('/', (request, reply) => {
    chooseEncoding(request);
    matchesEtag(request.headers['if-none-match'], '"abc"');
    return reply.send(Object.keys(request.cookies));
  });
  return async (value) => {
    const headers = { cookie: value, 'accept-encoding': value, 'if-none-match': value };
    const { statusCode } = await app.inject({ method: 'GET', url: '/', headers });
    if (statusCode !== 200) throw new Error(`The headers were answered with ${statusCode}.`);
  };
}
