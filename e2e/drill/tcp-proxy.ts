import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `slow`: each answer 250 ms late. `cut`: connections end. `corrupt`: one byte of each answer. `hang`: no answers. */
export type TcpFault = 'dead' | 'slow' | 'cut' | 'corrupt' | 'hang';
export const TCP_FAULTS: readonly TcpFault[] = ['dead', 'slow', 'cut', 'corrupt', 'hang'];

const SLOW_MS = 250;

/** Stands between a program and a server that is reached by a unix socket, and spoils what the server says. */
export async function startTcpProxy(socketFile: string) {
  let fault: TcpFault | null = null;
  const open = new Set<Socket>();

  const server = createServer((client) => {
    if (fault === 'dead') {
      client.destroy();
      return;
    }
    const onward = connect(socketFile);
    for (const socket of [client, onward]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        onward.destroy();
      });
    }
    client.pipe(onward);
    onward.on('data', (chunk: Buffer) => {
      if (fault === 'hang') return;
      if (fault === 'corrupt') chunk[chunk.length >> 1] = chunk[chunk.length >> 1]! ^ 0xff;
      if (fault === 'slow') setTimeout(() => client.writable && client.write(chunk), SLOW_MS);
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Open connections and new ones meet the fault; `null` heals. */
    set(next: TcpFault | null) {
      const before = fault;
      fault = next;
      // Bytes that were lost or changed cannot be sent again, so such connections are closed when the fault ends.
      if (next === 'dead' || next === 'cut' || before === 'hang' || before === 'corrupt') cutAll();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
}
