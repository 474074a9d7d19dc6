import * as z from 'zod/mini';
import { Cohorts } from '../releases/index.ts';
import { changeEndpoints } from './changes.ts';
import { releaseEndpoint } from './endpoint.ts';
import { Finding } from './fields.ts';
import { BuildDiff } from './read-shapes.ts';
import { rolloutEndpoints } from './rollouts.ts';

const { promote, rollBack, switchOff, switchOn, retire } = changeEndpoints;
const { rollOut, changeRollout } = rolloutEndpoints;
/** The call and what it would be handed. `call`, since `act` is a field of one of them. */
const DryRunBody = z.discriminatedUnion('call', [
  z.object({ call: z.literal('promote'), ...promote.body.shape }),
  z.object({ call: z.literal('rollBack'), ...rollBack.body.shape }),
  z.object({ call: z.literal('switchOff'), ...switchOff.body.shape }),
  z.object({ call: z.literal('switchOn'), ...switchOn.body.shape }),
  z.object({ call: z.literal('retire'), ...retire.body.shape }),
  z.object({ call: z.literal('rollOut'), ...rollOut.body.shape }),
  z.object({ call: z.literal('changeRollout'), ...changeRollout.body.shape }),
]);

/** Calls that change what a channel serves, each of which can be tried first. */
export type ActName = z.output<typeof DryRunBody>['call'];

/** What stands in the way of an act. */
export const Obstacle = z.object({
  ...Finding.shape,
  remedy: z.string(),
  /** The gate or a freeze: a release manager may go on in spite of it, with a reason. */
  canBeOverridden: z.boolean(),
});
export type Obstacle = z.output<typeof Obstacle>;

/** What another build of the channel takes from a remote that changes. */
export const Dependent = z.object({
  remote: z.string(),
  /** The build that takes it, by name. */
  by: z.string(),
  /** Slots of the remote that it draws. */
  slots: z.array(z.string()),
  /** Pages of the remote that it names. */
  links: z.array(z.string()),
  /** Names that it imports of each shared package of the shell, `react: useState`. */
  names: z.array(z.string()),
});
export type Dependent = z.output<typeof Dependent>;

/** What an act would come to. Nothing of it is kept, and no visitor and no ledger sees it. */
export const DryRun = z.object({
  channel: z.string(),
  /** Snapshot that it was tried on: `seen` of the act. */
  number: z.int(),
  /** `waits`: until another person has confirmed it. */
  outcome: z.enum(['done', 'waits', 'refused']),
  obstacles: z.array(Obstacle),
  /** Another person has to confirm it within so many minutes; `null`: nobody has to. */
  confirmWithinMinutes: z.nullable(z.int()),
  /** What the gate found and does not refuse. */
  warnings: z.array(Finding),
  /** `to`: `null` off the channel. `percent`: of the visitors, and who else; `null` for everybody. */
  moves: z.array(
    z.object({
      remote: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      percent: z.nullable(z.number()),
      cohorts: z.optional(Cohorts),
    }),
  ),
  diffs: z.array(BuildDiff),
  switched: z.array(z.object({ remote: z.string(), off: z.boolean() })),
  /** Pages and slots of remotes that are switched off or go: what visitors no longer get. */
  closes: z.array(
    z.object({
      remote: z.string(),
      pages: z.array(z.object({ path: z.string(), title: z.string() })),
      slots: z.array(z.string()),
    }),
  ),
  /** Rollouts that end by it; everybody has the build of before, or the one that is made everybody's. */
  endedRollouts: z.array(z.object({ remote: z.string(), buildId: z.string(), percent: z.number() })),
  /** Rollbacks in force on remotes that change: a promotion ends them. */
  holds: z.array(z.object({ remote: z.string(), from: z.string(), reason: z.string() })),
  /** What everybody would get, the shell first. */
  serves: z.array(z.object({ name: z.string(), buildId: z.string(), version: z.string(), off: z.boolean() })),
  dependents: z.array(Dependent),
});
export type DryRun = z.output<typeof DryRun>;

export const dryRunEndpoints = {
  dryRun: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/dry-run',
    access: 'developer',
    summary:
      'Tries one of the calls that change a channel: what it would serve, what stands in its way, and what depends on it. Nothing is kept. A reason may be left out.',
    body: DryRunBody,
    answer: DryRun,
    errors: ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
} as const;
