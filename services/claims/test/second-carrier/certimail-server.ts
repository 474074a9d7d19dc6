import type { AddressInfo } from 'node:net';
import { wholeBodyServer } from '@redress/telemetry/testing';

interface Job {
  no: string;
  reference: string;
  isPrinted: boolean;
  events: string[];
}
/** What happens to the next answer; the work is done all the same. */
type Fault = 'busy' | 'slow' | 'cut' | 'not-xml';

/** The other end of the wire. A reference is remembered for ever: the same again is the same job. */
export async function startCertimail() {
  const jobs: Job[] = [];
  const faults: Fault[] = [];
  const xmlOf = ({ no, reference, events }: Job) =>
    `<job no="${no}" reference="${reference}" article="9407100000000000000${no.slice(1)}" due="2026-12-09">${events.join('')}</job>`;

  function take(body: string): [number, string] {
    const reference = /<order reference="(\w+)">/.exec(body)?.[1] ?? '';
    if (!body.includes('%PDF')) return [422, '<refusal code="no-document"/>'];
    const known = jobs.find((job) => job.reference === reference);
    const job = known ?? { no: `J${1001 + jobs.length}`, reference, isPrinted: false, events: [] };
    if (!known) jobs.push(job);
    return [200, xmlOf(job)];
  }
  function answer(method: string, url: URL, body: string): [number, string] {
    const [, kind, no] = url.pathname.split('/');
    if (kind === 'account') return [200, '<account/>'];
    if (kind === 'addresses') {
      const street = /street="([^"]*)" unit="([^"]*)"/.exec(body);
      const isUnit = street?.[1]?.includes('Missing Unit') && !street[2];
      return [200, `<address verdict="${street?.[1]?.includes('Undeliverable') ? 'bad' : isUnit ? 'unit' : 'good'}"/>`];
    }
    if (method === 'POST') return take(body);
    const job = jobs.find((one) => (no ? one.no === no : one.reference === url.searchParams.get('reference')));
    if (!job) return [404, '<none/>'];
    if (method === 'GET') return [200, xmlOf(job)];
    return job.isPrinted ? [422, '<refusal code="printed"/>'] : [200, '<stopped/>'];
  }

  const server = wholeBodyServer((request, response, body) => {
    const url = new URL(request.url ?? '/', 'http://certimail');
    const [status, xml] = answer(request.method ?? '', url, body.toString('latin1'));
    const fault = request.headers['x-account'] === 'account-1' ? faults.shift() : 'busy';
    if (fault === 'slow') return;
    if (fault === 'cut')
      return void response.writeHead(200, { 'content-length': 999 }).write(xml, () => response.destroy());
    if (fault === 'busy') return void response.writeHead(503).end();
    response.writeHead(status).end(fault === 'not-xml' ? '<html><p>Busy' : xml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    jobs,
    faults,
    config: {
      name: 'certimail',
      apiKey: 'account-1',
      webhookSecret: 'shared',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** It is printed and scanned. */
    scan(no: string, ...codes: string[]) {
      const job = jobs.find((one) => one.no === no);
      if (job) job.isPrinted = true;
      job?.events.push(
        ...codes.map((code, day) => `<event code="${code}" at="2026-12-0${day + 1}T10:00:00Z" where="Austin"/>`),
      );
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Certimail = Awaited<ReturnType<typeof startCertimail>>;
