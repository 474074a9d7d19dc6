import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { Icon, Spinner } from '@redress/ui';
import { check, circleAlert, triangleAlert } from '@redress/ui/icons';
import { FactSource } from '../../shared/fact-source.tsx';
import { STAGE_NAMES, type RunState, type StageName } from './stage-runner.ts';
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

/** The six stages, and what the server found in each (R13). */
export function StageList({ run }: { run: RunState }) {
  return (
    <ol className={styles['stages']}>
      {STAGE_NAMES.map((name: StageName, index) => {
        const state = stateOf(run, index);
        return (
          <li key={name} className={styles['stage']} data-state={state}>
            <Mark state={state} />
            <div className={styles['words']}>
              <p className={styles['name']}>
                {copy.generating.stages[name]} <span className={styles['state']}>{copy.generating[state]}</span>
              </p>
              {run.results[name]?.findings.map(({ text, tone, source, ...fact }) => (
                <div key={text} className={styles['finding']} data-tone={tone}>
                  {tone === 'warning' && <Icon shape={triangleAlert} size={16} />}
                  <div>
                    <p>{text}</p>
                    {source !== undefined && <FactSource fact={{ source, ...fact }} />}
                  </div>
                </div>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
