import type { Connection } from '../connection.ts';
import { refuse, type Typed } from '../typed.ts';

/** `mf-letters minFailing=5 maxShare=0.2`; without values, as everywhere. What is set for other remotes stays. */
export async function channelLimits({ call }: Connection, { channel, names }: Typed) {
  const [remote, ...pairs] = names;
  if (!remote) refuse('Name a remote and its limits: channel limit mf-letters maxShare=0.2.');
  const { limits } = await call('channelSettings', { channel });
  const { [remote]: _, ...others } = limits;
  if (pairs.length === 0) return { limits: others };
  const own = Object.fromEntries(pairs.map((pair) => pair.split('=')).map(([name, value]) => [name, Number(value)]));
  return { limits: { ...others, [remote]: own } };
}
