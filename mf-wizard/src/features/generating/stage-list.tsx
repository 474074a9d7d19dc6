import { generatingFile as copy } from '@redress/copy/generating';
import { generatingProgress } from '@redress/domain';
import { Icon, ProgressBar, Spinner } from '@redress/ui';
import { check, circleAlert, triangleAlert } from '@redress/ui/icons';
import type { ReactNode } from 'react';
import { FactSource } from '../../shared/fact-source.tsx';
import { STAGE_NAMES, type Finding, type RunState, type StageName } from './stage-runner.ts';
import styles from './stage-list.module.css';

type StageState = 'done' | 'working' | 'failed' | 'waiting';

const stateOf = ({ stage, failure }: RunState, index: number): StageState =>
  index < stage ? 'done' : index > stage ? 'waiting' : failure ? 'failed' : 'working';

const Mark = ({ state }: { state: StageState }) => {
  if (state === 'working') return <Spinner size={20} />;
  return (
    <span className={styles['mark']} data-state={state} aria-hidden="true">
      {state === 'done' && <Icon shape={check} size={16} />}
      {state === 'failed' && <Icon shape={circleAlert} size={16} />}
    </span>
  );
};

/**
 * The six stages as one progress: how far it is, along the top, and below it what the server found in each (R13).
 * @param of.children - what a person can do about the stage that failed
 */
export function StageList({ run, children }: { run: RunState; children: ReactNode }) {
  return (
    <div className={styles['progress']}>
      <ProgressBar
        label={copy.generating.heading}
        value={generatingProgress(run.stage)}
        max={1}
        valueText={copy.generating.progress(run.stage, STAGE_NAMES.length)}
      />
      <ol className={styles['stages']}>
        {STAGE_NAMES.map((name: StageName, index) => {
          const state = stateOf(run, index);
          return (
            // What is still to come is drawn anew with each stage, below what was found: nothing shifts, and what is
            // done keeps the focus it may have.
            <li key={state === 'done' ? name : `${name} ${run.stage}`} className={styles['stage']} data-state={state}>
              <Mark state={state} />
              <div className={styles['words']}>
                <p className={styles['name']}>
                  {copy.generating.stages[name]} <span className={styles['state']}>{copy.generating[state]}</span>
                </p>
                {run.results[name]?.findings.map((finding) => (
                  <Found key={finding.text} finding={finding} />
                ))}
                {state === 'failed' && children}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Found({ finding: { text, tone, items, source, ...fact } }: { finding: Finding }) {
  return (
    <div className={styles['finding']} data-tone={tone}>
      {tone === 'warning' && <Icon shape={triangleAlert} size={16} />}
      <div>
        {/* A list stands on its own below: it is ticked and printed. */}
        <p>{items ? copy.gather.below : text}</p>
        {source !== undefined && <FactSource fact={{ source, ...fact }} />}
      </div>
    </div>
  );
}
