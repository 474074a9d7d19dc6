import { gzipSync } from 'node:zlib';
import { percentile } from '@redress/tools/proof';
import type { Program } from '../../support/program.ts';
import { findInternalDetail } from '../support/answers.ts';
import { Tally, type Attack, type Part } from '../support/part.ts';
import { aPerson } from '../support/people.ts';
import { consoleUrl } from '../support/release-routes.ts';
import { exchange, type Exchange } from '../support/socket.ts';

const LINE = '\r\n';
/** Answered by the call a smuggled request asks for, and by no other. */
const SMUGGLED = 'GET /api/get_server_time.php HTTP/1.1\r\nHost: x\r\nX: ';
const ANSWERED = 'server_time';

interface Form {
  name: string;
  parts: (string | Buffer | number)[];
  /** Status of the only answer, or which the answers may have. */
  expect: readonly number[];
  /** Answers that may come; 1 unless said. */
  answers?: number;
}

const head = (line: string, ...headers: string[]) => [line, 'Host: localhost', ...headers, '', ''].join(LINE);
const post = (body: string, ...headers: string[]) =>
  head('POST /api/categories.php HTTP/1.1', 'Content-Type: application/json', ...headers) + body;
const json = (body: string | Buffer, type = 'application/json', ...headers: string[]) => [
  head(
    'POST /api/subcategories.php HTTP/1.1',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ),
  body,
];

/** Bytes that no correct client sends. A request hidden in them must not be answered. */
function forms(origin: string): Form[] {
  const same = [`Origin: ${origin}`, 'Sec-Fetch-Site: same-origin'];
  const refused = [400, 404, 405, 411, 413, 414, 415, 417, 431, 501, 505];
  const clTe = `0${LINE}${LINE}${SMUGGLED}`;
  return [
    { name: 'absolute-form target, a foreign host', parts: [head('GET http://evil.example/ HTTP/1.1', 'Connection: close')], expect: [400] },
    { name: 'absolute-form target, our host', parts: [head(`GET ${origin}/api/checkAuth.php HTTP/1.1`, 'Connection: close')], expect: [400] },
    { name: 'target that begins with //', parts: [head('GET //evil.example/ HTTP/1.1', 'Connection: close')], expect: [400] },
    { name: 'target of backslashes', parts: [head('GET \\\\evil.example\\ HTTP/1.1', 'Connection: close')], expect: [400] },
    { name: 'authority-form target', parts: [head('CONNECT evil.example:443 HTTP/1.1')], expect: [400, 404, 405], answers: 0 },
    { name: 'OPTIONS *', parts: [head('OPTIONS * HTTP/1.1', 'Connection: close')], expect: [400, 404] },
    { name: 'TRACE', parts: [head('TRACE /api/checkAuth.php HTTP/1.1', 'X-Secret: reflect-me', 'Connection: close')], expect: refused },
    { name: 'unknown method', parts: [head('BREW /api/checkAuth.php HTTP/1.1')], expect: refused },
    { name: 'HTTP/1.0 without Host', parts: [`GET /api/get_server_time.php HTTP/1.0${LINE}${LINE}`], expect: [200, 400] },
    { name: 'HTTP/1.1 without Host', parts: [`GET / HTTP/1.1${LINE}${LINE}`], expect: [400] },
    { name: 'two Hosts', parts: [head('GET / HTTP/1.1', 'Host: evil.example', 'Connection: close')], expect: [400] },
    { name: 'HTTP/2 preface', parts: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], expect: refused, answers: 0 },
    { name: 'TLS hello', parts: [Buffer.from('160301020001000001fc0303', 'hex')], expect: refused },
    { name: 'HTTP/9.9', parts: [`GET / HTTP/9.9${LINE}Host: x${LINE}${LINE}`], expect: refused },
    { name: 'HTTP/0.9', parts: [`GET /${LINE}${LINE}`], expect: [200, ...refused] },
    { name: 'NUL in the target', parts: [head('GET /\0 HTTP/1.1')], expect: refused },
    { name: 'NUL in a header', parts: [head('GET / HTTP/1.1', 'X: a\0b')], expect: refused },
    { name: 'space before a colon', parts: [head('GET / HTTP/1.1', 'Content-Length : 5')], expect: refused },
    { name: 'folded header', parts: [head('GET / HTTP/1.1', 'X: a', ' b', 'Connection: close')], expect: [200, 400] },
    { name: 'bare line feeds', parts: ['GET / HTTP/1.1\nHost: x\nConnection: close\n\n'], expect: [200, 400] },
    { name: 'header of 100 kB', parts: [head('GET / HTTP/1.1', `X: ${'a'.repeat(100_000)}`)], expect: [431] },
    { name: '5,000 headers', parts: [head('GET / HTTP/1.1', ...Array.from({ length: 5_000 }, (_, n) => `X${n}: 1`))], expect: [431] },
    { name: 'target of 100 kB', parts: [head(`GET /${'a'.repeat(100_000)} HTTP/1.1`)], expect: [414, 431] },
    { name: 'Content-Length and chunked', parts: [post(clTe, ...same, `Content-Length: ${clTe.length}`, 'Transfer-Encoding: chunked')], expect: refused },
    { name: 'chunked, then Content-Length', parts: [post(clTe, ...same, 'Transfer-Encoding: chunked', 'Content-Length: 6')], expect: refused },
    { name: 'two Content-Lengths', parts: [post('{}', ...same, 'Content-Length: 2', 'Content-Length: 0')], expect: refused },
    { name: 'a list of Content-Lengths', parts: [post('{}', ...same, 'Content-Length: 2, 2')], expect: refused },
    { name: 'negative Content-Length', parts: [post('{}', ...same, 'Content-Length: -1')], expect: refused },
    { name: 'Content-Length with a sign', parts: [post('{}', ...same, 'Content-Length: +2')], expect: refused },
    { name: 'Content-Length in hexadecimal', parts: [post('{}', ...same, 'Content-Length: 0x2')], expect: refused },
    { name: 'Content-Length of 20 digits', parts: [post('{}', ...same, 'Content-Length: 99999999999999999999')], expect: refused },
    { name: 'chunked twice', parts: [post(clTe, ...same, 'Transfer-Encoding: chunked, chunked')], expect: refused },
    { name: 'chunked after identity', parts: [post(clTe, ...same, 'Transfer-Encoding: identity, chunked')], expect: [...refused, 200] },
    { name: 'a coding nobody knows', parts: [post(clTe, ...same, 'Transfer-Encoding: xchunked')], expect: refused },
    { name: 'chunked behind a tab', parts: [post(clTe, ...same, 'Transfer-Encoding:\tchunked', 'Content-Length: 4')], expect: refused },
    { name: 'chunked behind a vertical tab', parts: [post(clTe, ...same, 'Transfer-Encoding: \x0bchunked', 'Content-Length: 4')], expect: refused },
    { name: 'chunk size that is no number', parts: [post(`zz${LINE}{}${LINE}0${LINE}${LINE}`, ...same, 'Transfer-Encoding: chunked')], expect: refused },
    { name: 'chunk size of 20 digits', parts: [post(`ffffffffffffffffffff${LINE}{}${LINE}`, ...same, 'Transfer-Encoding: chunked')], expect: refused },
    { name: 'chunk extension of 100 kB', parts: [post(`2;${'x'.repeat(100_000)}${LINE}{}${LINE}0${LINE}${LINE}`, ...same, 'Transfer-Encoding: chunked')], expect: refused },
    { name: 'chunk data without its line end', parts: [post(`2${LINE}{}0${LINE}${LINE}`, ...same, 'Transfer-Encoding: chunked')], expect: refused },
    { name: 'Expect: nonsense', parts: [post('{}', ...same, 'Content-Length: 2', 'Expect: nonsense')], expect: refused },
    { name: 'Upgrade to h2c', parts: [head('GET /api/checkAuth.php HTTP/1.1', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__', 'Connection: Upgrade, HTTP2-Settings')], expect: [200, 400, 404], answers: 1 },
    { name: 'Upgrade to a WebSocket', parts: [head('GET /releases/events HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13')], expect: [200, 400, 404] },
    { name: 'JSON nested 100,000 deep', parts: json(`${'{"a":'.repeat(100_000 / 10)}1${'}'.repeat(100_000 / 10)}`), expect: [400, 413] },
    { name: 'JSON list nested 30,000 deep', parts: json(`{"parent_id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), expect: [400, 413] },
    { name: 'JSON number of 60,000 digits', parts: json(`{"parent_id":${'9'.repeat(60_000)}}`), expect: [422] },
    { name: 'JSON with a key twice', parts: json('{"parent_id":"other","parent_id":{}}'), expect: [422] },
    { name: 'JSON with 10,000 keys', parts: json(`{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`), expect: [422] },
    { name: 'JSON of 490 kB of small objects', parts: json(`{"parent_id":[${'{},'.repeat(163_000)}{}]}`), expect: [400, 413] },
    { name: 'JSON in UTF-16', parts: json(Buffer.from('{"parent_id":"other"}', 'utf16le')), expect: [400] },
    { name: 'JSON compressed', parts: json(gzipSync(Buffer.alloc(5_000_000)), 'application/json', 'Content-Encoding: gzip'), expect: [400, 413, 415] },
    { name: 'body of 3 MB', parts: json(`{"a":"${'x'.repeat(3_000_000)}"}`), expect: [413] },
    { name: 'body of 3 MB in chunks', parts: [head('POST /api/subcategories.php HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'), ...Array.from({ length: 30 }, () => `186a0${LINE}${'x'.repeat(100_000)}${LINE}`), `0${LINE}${LINE}`], expect: [413] },
    { name: 'multipart instead of JSON', parts: json('--x\r\nContent-Disposition: form-data; name="parent_id"\r\n\r\nother\r\n--x--', 'multipart/form-data; boundary=x'), expect: [400, 415] },
    { name: 'multipart with 5,000 parts', parts: json('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1_000), 'multipart/form-data; boundary=x'), expect: [400, 413, 415] },
    { name: 'a form instead of JSON', parts: json('parent_id=other', 'application/x-www-form-urlencoded'), expect: [400, 415] },
    { name: 'text that is JSON', parts: json('{"parent_id":"other"}', 'text/plain'), expect: [400, 415] },
    { name: 'a content type with a tab', parts: json('{"parent_id":"other"}', 'application/json\tx'), expect: [400, 415] },
    { name: 'a path that is no UTF-8', parts: [head('GET /%ff%fe HTTP/1.1', 'Connection: close')], expect: [400, 404] },
    { name: 'a path with a broken escape', parts: [head('GET /%zz HTTP/1.1', 'Connection: close')], expect: [400, 404] },
    { name: 'a path that leaves its folder', parts: [head('GET /assets/../../../../etc/passwd HTTP/1.1', 'Connection: close')], expect: [400, 404] },
    { name: 'the same, escaped', parts: [head('GET /assets/shell/x/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1', 'Connection: close')], expect: [400, 404] },
    { name: 'POST to a path nobody serves', parts: json('{}').map((part, at) => (at === 0 ? String(part).replace('/api/subcategories.php', '/nothing') : part)), expect: [404, 415] },
    { name: 'DELETE of a call', parts: [head('DELETE /api/categories.php HTTP/1.1', 'Connection: close')], expect: [404, 405] },
  ]; // prettier-ignore
}

function faultOf({ expect, answers = 1 }: Form, { statuses, text, ms }: Exchange): string | null {
  if (text.includes(ANSWERED) && !expect.includes(200)) return 'the hidden request was answered';
  if (text.includes('reflect-me')) return 'the request was sent back';
  if (statuses.length > Math.max(1, answers)) return `${statuses.length} answers: ${statuses.join(', ')}`;
  const odd = statuses.find((status) => !expect.includes(status));
  if (odd !== undefined) return `answered with ${odd}`;
  if (statuses.length === 0 && answers > 0 && !expect.some((status) => status >= 400)) return 'no answer';
  // Chromium reads no body of these; what a proxy logs is what counts.
  const word = findInternalDetail(statuses[0] ?? 0, text.slice(text.indexOf(`${LINE}${LINE}`)));
  return word ?? (ms > 10_000 ? `took ${Math.round(ms)} ms` : null);
}

async function pipelined(program: Program): Promise<Tally> {
  const tally = new Tally('100 requests in one packet, answered in their order');
  const paths = ['/robots.txt', '/favicon.svg'];
  const requests = Array.from({ length: 100 }, (_, index) =>
    head(`GET ${paths[index % 2]} HTTP/1.1`, ...(index === 99 ? ['Connection: close'] : [])),
  );
  const { text, statuses } = await exchange(program.url, [requests.join('')], 15_000);
  const order = [...text.matchAll(/^content-type: (text\/plain|image\/svg)/gim)].map(([, type]) => type);
  for (const status of statuses) tally.add(status === 200 ? null : `answered ${status}`);
  const isInOrder = order.every((type, index) => type === (index % 2 ? 'image/svg' : 'text/plain'));
  if (order.length !== 100 || !isInOrder) tally.find(`${order.length} answers, not in their order`);
  return tally;
}

/** Connections that send one byte at a time; everybody else must not notice, and the server must end them. */
async function slowLoris(program: Program, { isShort }: Attack): Promise<{ tally: Tally; note: string }> {
  const tally = new Tally('300 connections that send a byte at a time, with a visitor beside them');
  const { browser } = await aPerson(program);
  const limitMs = isShort ? 5_000 : 100_000;
  const bytes = isShort ? 5 : 95;
  const slow = Array.from({ length: 300 }, (_, index) => {
    const start =
      index % 2
        ? 'GET / HTTP/1.1\r\nX: '
        : 'POST /api/subcategories.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
    return exchange(program.url, [start, ...Array.from({ length: bytes }, () => [1_000, 'a']).flat()], limitMs);
  });
  const ms: number[] = [];
  let isOver = false;
  const ended = Promise.all(slow).finally(() => (isOver = true));
  while (!isOver) {
    const answer = await browser.send('GET', '/api/settings/get_settings.php');
    ms.push(answer.ms);
    tally.add(answer.status === 200 ? null : `a visitor got ${answer.status}`);
    await Promise.race([new Promise((next) => setTimeout(next, 50)), ended]);
  }
  const kept = (await ended).filter(({ ended: by }) => by === 'limit').length;
  if (!isShort && kept > 0) tally.find(`${kept} of 300 connections were still open after ${limitMs / 1000} s`);
  const p99 = percentile(ms, 0.99);
  if (p99 > 1_000) tally.find(`the visitor's p99 was ${Math.round(p99)} ms`);
  return {
    tally,
    note: `visitor p99 ${Math.round(p99)} ms; longest connection ${Math.round(Math.max(...(await ended).map((each) => each.ms)) / 1000)} s`,
  };
}

export const parser: Part = {
  name: 'parser',
  about: 'bytes no proper client sends: smuggling, limits of heads and bodies, slow connections',
  notReached: [
    'a proxy in front: which requests two parsers take apart differently depends on both',
    'TLS and HTTP/2 frames',
  ],
  async run(attack) {
    const program = await attack.program();
    const rows = [];
    for (const [what, url] of [
      ['site', program.url],
      ['release API', consoleUrl(program)],
    ] as const) {
      const tally = new Tally(`${forms(program.origin).length} malformed requests to the ${what}`);
      for (const form of forms(program.origin)) {
        // The console's paths are others: only the bytes count there.
        const settled = what === 'site' ? form : { ...form, expect: [...form.expect, 400, 401, 404, 415] };
        const fault = faultOf(settled, await exchange(url, form.parts));
        tally.add(fault && `${form.name}: ${fault}`);
      }
      rows.push(tally.row());
    }
    rows.push((await pipelined(program)).row());
    const { tally, note } = await slowLoris(program, attack);
    const alive = await fetch(`${program.url}/readyz`);
    if (!alive.ok) tally.find(`afterwards /readyz says ${alive.status}`);
    return [...rows, tally.row(note)];
  },
};
