import type { IncomingMessage, ServerResponse } from 'node:http';

/** A tab gives up a stream that says nothing for 70 s. */
const REPEAT_MS = 25_000;

interface Announced {
  channel: string;
  number: number;
}

/** Tells open tabs of the newest release, as a site does. */
export function createStreams() {
  const open = new Set<ServerResponse>();
  let last: Announced | undefined;
  const write = (response: ServerResponse, { channel, number }: Announced) =>
    response.write(`event: snapshot\ndata: ${JSON.stringify({ channel, number })}\n\n`);
  const tell = (announced: Announced) => {
    last = announced;
    for (const response of open) write(response, announced);
  };
  const repeating = setInterval(() => last && tell(last), REPEAT_MS);
  return {
    open(request: IncomingMessage, response: ServerResponse, announced: Announced) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      write(response, announced);
      open.add(response);
      request.on('close', () => open.delete(response));
    },
    tell,
    close() {
      clearInterval(repeating);
      for (const response of open) response.destroy();
    },
  };
}
