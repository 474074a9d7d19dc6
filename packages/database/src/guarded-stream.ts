import { Socket } from 'node:net';

/**
 * A connection that ends when what came over it cannot be read. pg reads in a listener of the socket, where an error
 * reaches no listener: one changed byte would end the program. Given to pg as `stream`.
 */
export const guardedStream = (): Socket => new GuardedSocket();

class GuardedSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event as string, ...values);
    try {
      return super.emit(event, ...values);
    } catch (cause) {
      // By this code it counts as a connection that was lost.
      this.destroy(
        Object.assign(new Error('The database sent what cannot be read.', { cause }), { code: 'ECONNRESET' }),
      );
      return true;
    }
  }
}
