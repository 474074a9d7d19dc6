import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** What happens to an answer on its way. */
export const HTTP_FAULTS = ['dead', 'slow', 'cut', 'corrupt', 'hang'] as const;
/** `away`: it is a 503. */
export type HttpFault = (typeof HTTP_FAULTS)[number] | 'away';
export type HttpProxy = Awaited<ReturnType<typeof startHttpProxy>>;

/** Stands before a server, on loopback, and spoils its answers on demand. */
export async function startHttpProxy({ port = 0, slowMs = 1_500 } = {}) {
  let target = '';
  let rules: { match: RegExp; fault: HttpFault }[] = [];
  let met = 0;
  const hanging = new Set<ServerResponse>();
  const agent = new Agent({ keepAlive: true });

  async function spoiled(fault: HttpFault, from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from);
    if (fault === 'slow') await wait(slowMs);
    if (fault === 'corrupt') {
      const middle = body.length >> 1;
      if (body.length > 0) body[middle] = body[middle]! ^ 0xff;
    }
    const { 'transfer-encoding': _chunked, ...headers } = from.headers;
    to.writeHead(from.statusCode ?? 502, { ...headers, 'content-length': body.length });
    if (fault !== 'cut') {
      to.end(body);
      return;
    }
    to.write(body.subarray(0, body.length >> 1), () => to.destroy());
  }

  const server = createServer((from, to) => {
    const fault = rules.find(({ match }) => match.test(from.url ?? ''))?.fault;
    if (fault) met += 1;
    if (fault === 'dead') {
      from.socket.destroy();
      return;
    }
    if (fault === 'away') {
      to.writeHead(503).end();
      return;
    }
    if (fault === 'hang') {
      hanging.add(to);
      return;
    }
    const onward = ask(`${target}${from.url}`, { method: from.method, headers: from.headers, agent }, (answer) => {
      if (fault) {
        spoiled(fault, answer, to).catch(() => to.destroy());
        return;
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      // An event stream is read as it comes.
      to.flushHeaders();
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Where calls go. */
    target: (at: string) => void (target = at.replace('localhost', '127.0.0.1')),
    /** From now on every call whose path matches gets the fault. */
    spoil: (match: RegExp, fault: HttpFault) => void rules.push({ match, fault }),
    /** Everything works again; what hangs is cut off. @returns how many calls met a fault */
    heal() {
      rules = [];
      for (const response of hanging) response.destroy();
      hanging.clear();
      const count = met;
      met = 0;
      return count;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
