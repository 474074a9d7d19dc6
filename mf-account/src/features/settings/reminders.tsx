import { account } from '@redress/copy/account';
import { common } from '@redress/copy/common';
import { REMINDER_KINDS, type ReminderKind } from '@redress/domain';
import { showToast } from '@redress/ui';
import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { useSwitchRemindersMutation } from './settings.api.ts';

/** One switch for each kind of reminder. */
export function Reminders({ off }: { off: readonly string[] }) {
  const [change, { isLoading, originalArgs }] = useSwitchRemindersMutation();
  const texts = account.settings.reminders;
  const say = async (kind: ReminderKind, on: boolean) => {
    const result = await change({ kind, on });
    if ('error' in result) showToast({ text: result.error?.message || common.problem.somethingWrong, tone: 'danger' });
  };
  return (
    <section className={styles['section']}>
      <h2>{texts.heading}</h2>
      <p className={shared['soft']}>{texts.text}</p>
      <div>
        {REMINDER_KINDS.toReversed().map((kind) => {
          const isChanging = isLoading && originalArgs?.kind === kind;
          const isOn = isChanging ? originalArgs.on : !off.includes(kind);
          return (
            <label key={kind} className={styles['switch']}>
              <input
                type="checkbox"
                role="switch"
                checked={isOn}
                aria-disabled={isChanging}
                onChange={(event) => {
                  if (!isChanging) void say(kind, event.target.checked);
                }}
              />
              <span>{texts.kinds[kind]}</span>
            </label>
          );
        })}
      </div>
    </section>
  );
}
