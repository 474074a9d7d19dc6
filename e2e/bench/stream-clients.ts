/**
 * Tabs that hold an event stream, as bare connections: `node stream-clients.ts <port> <count> <number of its first address>
 * <streams of one address>`. A stream that breaks off is opened again when the server has said that a browser does, 2 s
 * later, until it stands. The parent is told how many stand.
 */
import { connect } from 'node:net';

const RETRY_MS = 2_000;
/** A browser's question, so that the site keeps as much of it. */
const REQUEST = [
  'GET /releases/events HTTP/1.1',
  'host: localhost',
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'accept: text/event-stream',
  'cache-control: no-cache',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-US,en;q=0.9',
  'sec-fetch-dest: empty',
  'sec-fetch-mode: cors',
  'sec-fetch-site: same-origin',
  'referer: http://localhost/dashboard',
  '\r\n',
].join('\r\n');

const [port = 0, count = 0, first = 0, perAddress = 1] = process.argv.slice(2).map(Number);
const standing = new Set<number>();

function open(number: number): void {
  const place = first + Math.floor(number / perAddress);
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (place >> 8)}.${place & 255}` });
  socket.on('connect', () => socket.write(REQUEST));
  socket.on('data', (news: Buffer) => {
    if (news.includes('event: snapshot')) standing.add(number);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    standing.delete(number);
    setTimeout(open, RETRY_MS, number);
  });
}

for (let number = 0; number < count; number += 1) {
  open(number);
  // The queue of connections that wait to be taken holds some hundred.
  if (number % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20));
}
setInterval(() => process.send?.(standing.size), 100);
process.on('disconnect', () => process.exit());
