import type { FastifyInstance } from 'fastify';
import { createPageServer, pageHeaders } from '../world/http.ts';
import { PAGE_STYLE_HASH } from '../world/page.ts';
import type { Mailbox } from './mailbox.ts';
import { bodyPage, listPage, mailPage } from './pages.ts';

/** Nothing runs and nothing is fetched in a mail: pictures and styles only from inside it. */
const MAIL_BODY_POLICY =
  "default-src 'none'; img-src data: cid:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const PAGE_POLICY = `default-src 'none'; style-src ${PAGE_STYLE_HASH}; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The mailbox page, and the same as JSON for tests. */
export function createMailboxServer(mailbox: Mailbox): FastifyInstance {
  const app = createPageServer();

  app.get('/messages.json', (request) => {
    const { to } = request.query as { to?: string };
    return mailbox.list(to);
  });
  app.delete('/messages.json', (_request, reply) => {
    mailbox.clear();
    return reply.code(204).send();
  });
  // A form cannot send DELETE.
  app.post('/clear', (_request, reply) => {
    mailbox.clear();
    return reply.redirect('/', 303);
  });

  app.get('/', (request, reply) => {
    const { to } = request.query as { to?: string };
    return reply.headers(pageHeaders(PAGE_POLICY)).send(listPage(mailbox.list(to), to));
  });
  app.get('/messages/:id', (request, reply) => {
    const mail = mailbox.find((request.params as { id: string }).id);
    if (!mail) return reply.callNotFound();
    return reply.headers(pageHeaders(PAGE_POLICY)).send(mailPage(mail));
  });
  app.get('/messages/:id/body', (request, reply) => {
    const mail = mailbox.find((request.params as { id: string }).id);
    if (!mail) return reply.callNotFound();
    return reply.headers(pageHeaders(MAIL_BODY_POLICY)).send(bodyPage(mail));
  });
  return app;
}
