import { parseDescriptor, signBuild } from '@redress/release-client/publish';
import { systemActor } from '../http/actor.ts';
import type { ReleaseCore } from '../release-core.ts';

/** A remote that is being worked on, and where its watching build offers what it made. */
export interface DevRemote {
  name: string;
  url: string;
}

const RETRY_MS = 500;

/**
 * Serves each rebuild of a watched remote as a release of its own, so that open tabs follow it the way they follow any
 * release. The gate is overridden: a development build is large and in the middle of something.
 * @returns how to stop
 */
export function followDevBuilds(
  core: ReleaseCore,
  channel: string,
  remotes: readonly DevRemote[],
  log: (message: string) => void,
): () => void {
  const stop = new AbortController();
  const actor = systemActor('dev');

  const serve = async (remote: DevRemote): Promise<void> => {
    const { name, url } = remote;
    const ask = (file: string) => fetch(new URL(file, url), { signal: stop.signal, redirect: 'error' });
    const offered = async () => {
      const answer = await ask('build.json');
      return answer.ok ? answer.text() : null;
    };
    const payload = await offered();
    if (payload === null) return;
    const { owner, buildId, name: built } = parseDescriptor(payload);
    if (built !== name) throw new Error(`${url} builds ${built}, not ${name}`);
    core.keys.addTeams([owner]);
    const signed = signBuild(payload, core.keys.teamKey(owner));
    const readFile = async (file: string) => {
      const content = await ask(file);
      return content.ok ? Buffer.from(await content.arrayBuffer()) : null;
    };
    try {
      await core.registry.publish({ signed, readFile }, actor);
    } catch (error) {
      // A rebuild took the place of this one while its files were read.
      if ((await offered()) !== payload) return serve(remote);
      throw error;
    }
    const current = (await core.channels.current(channel))?.builds[name]?.current;
    if (current === buildId) return;
    await core.channels.promote(channel, [{ name, buildId, evenIfBad: true }], actor, {
      reason: 'development',
      override: true,
    });
  };

  const follow = async (remote: DevRemote) => {
    while (!stop.signal.aborted) {
      try {
        const events = await fetch(new URL('events', remote.url), { signal: stop.signal });
        for await (const chunk of events.body ?? []) if (Buffer.from(chunk).includes('data:')) await serve(remote);
      } catch (error) {
        // The watching build does not listen before its first build is done, nor while it restarts.
        if (!stop.signal.aborted && (error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED')
          log(`${remote.name}: ${(error as Error).message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  for (const remote of remotes) void follow(remote);
  return () => stop.abort();
}
