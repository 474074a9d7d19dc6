import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { answersByApi, callApi, chargeByApi, claimSteps, draftByApi } from '../support/api-claim.ts';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { paymentOf } from './books.ts';

/** Something a person or a team does; the program may be killed at any moment of it. */
export interface Act {
  name: 'save' | 'pay' | 'approve' | 'mail' | 'publish' | 'promote' | 'rollback';
  /** The kill comes within this time of its begin. */
  longestMs: number;
  /** Everything before. @returns the act; it resolves when it was answered with success */
  prepare(): Promise<Prepared>;
}
export interface Prepared {
  /** May be done again: that is what a person does who got no answer. */
  act(): Promise<unknown>;
  /** Whether the books hold it. */
  isKept(): Promise<boolean>;
}

/** What the acts of one batch made, to be looked through at its end. */
export interface Made {
  /** Claims that were paid, with the intent of each. */
  paid: Map<string, string>;
  /** Claims whose letter was sent. */
  sent: Set<string>;
  builds: { dist: string; buildId: string }[];
}

const REMOTE = 'mf-letters';

const letterOf = async (program: Program, formSessionId: string) =>
  (
    await select<{ id: string; state: string; version: number }>(
      program,
      'select id, state, version from claims.letter where form_session_id = $1',
      [formSessionId],
    )
  )[0];

/** By a page of the remote: others name only its part of the release list. */
const isServed = async (program: Program, buildId: string) =>
  (await (await fetch(`${program.url}/result`)).text()).includes(buildId);

/** The seven acts, as one person and one team do them. */
export function actsOf(page: Page, program: Program, address: string): { acts: Act[]; made: Made } {
  const made: Made = { paid: new Map(), sent: new Set(), builds: [] };
  let draft: Promise<string> | null = null;
  let count = 0;

  async function charged() {
    const formSessionId = await draftByApi(page, program);
    const { id } = await chargeByApi(page, program, formSessionId, address);
    made.paid.set(formSessionId, id);
    const { finalize, ...steps } = claimSteps(page, program, formSessionId);
    return { formSessionId, finalize: () => finalize(id), ...steps };
  }
  async function drafted() {
    const { formSessionId, finalize, draftLetter, decide: act } = await charged();
    await finalize();
    await draftLetter();
    return { formSessionId, act };
  }
  async function variant() {
    count += 1;
    const mark = `// A build of the drill: ${randomUUID()}, ${count}.\n`;
    const build = await buildVariant(REMOTE, [{ file: 'src/lifecycles.tsx', from: /^/, to: mark }]);
    made.builds.push(build);
    return build;
  }
  const published = async () => {
    const known = made.builds.filter(({ buildId }) => ready.has(buildId));
    while (known.length < 2) {
      const build = await variant();
      await release(program, 'publish', REMOTE, '--promote', '--dist', build.dist);
      ready.add(build.buildId);
      known.push(build);
    }
    return known;
  };
  /** Published for sure. */
  const ready = new Set<string>();
  /** Of the first two builds, the one that is not served. */
  const other = async () => {
    const [first, second] = await published();
    return (await isServed(program, first!.buildId)) ? second! : first!;
  };

  const acts: Act[] = [
    {
      name: 'save',
      longestMs: 60,
      async prepare() {
        const form_session_id = await (draft ??= answersByApi(page, program, { userType: '1' }, [4, 0]));
        const words = `What happened, as told the ${(count += 1)}th time.`;
        const body = { form_session_id, save_id: randomUUID(), claimDescription: words, step: 4, sub_step: 0 };
        return {
          act: () => callApi(page, program, '/api/register/save_form_data.php', body),
          async isKept() {
            const sql = `select form_data->>'claimDescription' as words from claims.form_session where id = $1`;
            return (await select<{ words: string }>(program, sql, [form_session_id]))[0]?.words === words;
          },
        };
      },
    },
    {
      name: 'pay',
      longestMs: 250,
      async prepare() {
        const { formSessionId, finalize } = await charged();
        const isKept = async () => (await paymentOf(program, formSessionId))?.order_status === 'paid';
        return { act: finalize, isKept };
      },
    },
    {
      name: 'approve',
      longestMs: 150,
      async prepare() {
        const { formSessionId, act } = await drafted();
        return {
          act: () => act('approve_and_send'),
          isKept: async () =>
            ['approved', 'posting', 'posted'].includes((await letterOf(program, formSessionId))?.state ?? ''),
        };
      },
    },
    {
      name: 'mail',
      longestMs: 1_500,
      async prepare() {
        const { formSessionId, act } = await drafted();
        await act('approve_and_send');
        made.sent.add(formSessionId);
        return {
          act: () => act('send_now'),
          isKept: async () => ['posting', 'posted'].includes((await letterOf(program, formSessionId))?.state ?? ''),
        };
      },
    },
    {
      name: 'publish',
      longestMs: 2_500,
      async prepare() {
        const build = await variant();
        return {
          act: () => release(program, 'publish', REMOTE, '--dist', build.dist),
          isKept: async () => (await release(program, 'builds', REMOTE, '--json')).includes(build.buildId),
        };
      },
    },
    {
      name: 'promote',
      longestMs: 4_000,
      async prepare() {
        const build = await other();
        return {
          act: () => release(program, 'promote', `${REMOTE}@${build.buildId}`),
          isKept: () => isServed(program, build.buildId),
        };
      },
    },
    {
      name: 'rollback',
      longestMs: 4_000,
      async prepare() {
        const build = await other();
        return {
          act: () => release(program, 'rollback', REMOTE, '--to', build.buildId, '--reason', 'a drill'),
          isKept: () => isServed(program, build.buildId),
        };
      },
    },
  ];
  return { acts, made };
}

export const removeBuilds = ({ builds }: Made) => Promise.all(builds.map(removeVariant));
export { letterOf };
