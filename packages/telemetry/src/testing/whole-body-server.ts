import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A server for tests that answers requests which have come whole. A sender that breaks off is no fault of the test. */
export const wholeBodyServer = (answer: (...of: [...Parameters<RequestListener>, Buffer]) => unknown) =>
  createServer((request, response) => {
    buffer(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    );
  });
