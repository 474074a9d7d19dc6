import type { CaseFile } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Button, Card, showToast, Stack } from '@redress/ui';
import styles from './case.module.css';
import { useSwitchCaseCalendarMutation } from './case.api.ts';

/** The address by which a calendar reads the days of a case; a service of before has none. */
export function CaseCalendar({ file: { form_session_id, calendar } }: { file: CaseFile }) {
  const [change, { isLoading }] = useSwitchCaseCalendarMutation();
  const texts = letters.case.calendar;
  if (calendar === undefined) return null;
  const turn = async (on: boolean) => {
    const result = await change({ form_session_id, on });
    if ('error' in result) showToast({ text: result.error?.message || letters.case.notKept, tone: 'danger' });
  };
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        <p>{texts.why}</p>
        {calendar && (
          <>
            <a href={calendar}>{texts.add}</a>
            <p>
              {texts.copy} <span className={styles['address']}>{calendar}</span>
            </p>
          </>
        )}
        {/* A new element for each state: focus left on the same one would stand on the button that undoes the act. */}
        <div key={calendar}>
          <Button size="small" variant="secondary" busy={isLoading} onClick={() => void turn(calendar === null)}>
            {calendar === null ? texts.make : texts.stop}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
