import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFakeServer, type FakeCalls } from '@redress/api-client/fakes';
import { endpoints, ERRORS, type Endpoint, type ErrorCode, isEffect, type Refusal } from '@redress/contracts';
import type { Asked } from './deployed-site.ts';
import type { SiteAnswer } from './kept-answers.ts';

/** Who answers the calls under `/api`. */
export type Calls = (asked: Asked) => Promise<SiteAnswer>;

const { login, logout, ...others } = endpoints;
/** Signing in and out changes a session and nothing of a case. */
const SESSION_CALLS: readonly Endpoint[] = [login, logout];
const READS: readonly Endpoint[] = Object.values(others as Record<string, Endpoint>).filter((one) => !isEffect(one));
const ALLOWED = new Set([...SESSION_CALLS, ...READS].map(({ method, path: at }) => `${method} ${at}`));

/** A path that no server reads as another one: an encoded letter or a second slash may lead to a call with an effect. */
const PLAIN_PATH = /^(\/[\w.-]+)+$/;

/** Refused is also what these contracts do not know, unless it is asked by GET and by a plain path. */
export function isWrite({ method, path: asked }: Pick<Asked, 'method' | 'path'>): boolean {
  const { pathname } = new URL(asked, 'http://site');
  const at = `${method} ${pathname}`;
  if (ALLOWED.has(at)) return false;
  const isKnown = Object.values(endpoints as Record<string, Endpoint>).some(
    (one) => `${one.method} ${one.path}` === at,
  );
  return isKnown || method !== 'GET' || !PLAIN_PATH.test(pathname);
}

function refuse(code: ErrorCode, message: string): SiteAnswer {
  const refusal: Refusal = { success: false, code, message, errorId: 'redress-remote-dev' };
  return {
    status: ERRORS[code].status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(refusal)),
  };
}

interface SiteCalls {
  origin: string;
  ask(asked: Asked): Promise<SiteAnswer>;
  allowWrites: boolean;
  write(line: string): void;
}

/**
 * The API of the deployed site. Decided here and not in the page: what is worked on may call whatever it likes, and it has
 * no other way to the site.
 */
export function siteCalls({ origin, ask, allowWrites, write }: SiteCalls): Calls {
  return async (asked) => {
    if (!allowWrites && isWrite(asked)) {
      write(
        `refused: ${asked.method} ${asked.path} would change something at ${origin} (--allow-writes lets it through)`,
      );
      return refuse(
        'FORBIDDEN',
        'Writes are refused while developing. redress-remote dev --allow-writes lets them through.',
      );
    }
    try {
      return await ask(asked);
    } catch {
      return refuse('PROVIDER_DOWN', `${origin} does not answer.`);
    }
  };
}

/** Answers made from the contracts, for a person who is signed in; over them the team's own (`src/testing/alone-answers.ts`). */
export async function fakeCalls(directory: string): Promise<Calls> {
  const own = path.join(directory, 'src/testing/alone-answers.ts');
  const { aloneAnswers = {} } = existsSync(own)
    ? ((await import(pathToFileURL(own).href)) as { aloneAnswers?: FakeCalls })
    : {};
  const server = createFakeServer({ checkAuth: { isAuthenticated: true }, ...aloneAnswers });
  return async ({ method, path: at, headers = {}, body }) => {
    const answer = await server.fetch(`http://localhost${at}`, {
      method,
      headers,
      ...(body && body.length > 0 ? { body: body.toString('utf8') } : {}),
    });
    return {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
}
