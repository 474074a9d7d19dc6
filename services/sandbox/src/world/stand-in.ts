import type { FastifyInstance } from 'fastify';

/** One server of the sandbox. */
export interface StandIn {
  /** @returns its address, such as `http://127.0.0.1:3010` */
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
}

export const httpStandIn = (app: FastifyInstance): StandIn => ({
  listen: (host, port) => app.listen({ host, port }),
  close: () => app.close(),
});
