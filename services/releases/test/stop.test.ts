import { request, Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { lockChannel } from '../src/channels/lock-channel.ts';
import { publishBuild, untilWaiting } from '../src/testing/index.ts';
import { eachWithService, releases, second, start, stop, token, wizardServed } from './running-service.ts';

eachWithService();

/** One connection, kept open between requests as a proxy does. */
function aConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token('release-manager')}`, 'content-type': 'application/json' };
  return (path: string, body?: object) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const options = { agent, method: body ? 'POST' : 'GET', headers };
      const sent = request(`${releases.consoleUrl()}${path}`, options, (answer) => {
        const { statusCode: status = 0 } = answer;
        text(answer).then((said) => resolve({ status, body: JSON.parse(said) as Record<string, unknown> }), reject);
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
}

it('a stop answers the command that is being done, and what comes on open connections', async () => {
  await publishBuild(releases.core, second);
  const [waiting, idle] = [aConnection(), aConnection()];
  expect((await idle('/api/status?channel=production')).status).toBe(200);
  const { stopping, promoted } = await releases.core.db.transaction().execute(async (trx) => {
    await lockChannel(trx, 'production');
    const builds = [{ name: 'mf-wizard', build: second.descriptor.buildId }];
    const promoted = waiting('/api/promote', { builds, reason: 'r' });
    await untilWaiting(trx, 1);
    const stopping = stop();
    expect((await idle('/api/status?channel=production')).status).toBe(200);
    return { promoted, stopping };
  });
  expect(await promoted).toMatchObject({ status: 200, body: { number: 2 } });
  await stopping;
  await start();
  expect(await wizardServed()).toBe(second.descriptor.buildId);
});
