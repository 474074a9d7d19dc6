import { Button, Dialog, Notice } from '@redress/ui';
import { useCallback, useId, useState, type FormEvent } from 'react';
import type { ReleaseAnswer } from '@redress/release-client';
import type { ReleaseRefusal } from '../../src/refusal.ts';
import { useConsole } from '../console-context.ts';
import { useLoaded } from '../use-loaded.ts';
import styles from './acts.module.css';
import { actTexts } from './act-texts.ts';
import { BuildChoice } from './build-choice.tsx';

type Made = ReleaseAnswer<'addPreview'>;
const HOURS = 24;
const MOST_HOURS = 168;

/** Of builds as the channel would serve them, or of a snapshot of before. */
export function NewPreview({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    // A press beside it or Escape would lose the address that nobody can read again.
    <Dialog open size="wide" title="Make a preview" onClose={onClose} dismissible={!made && !isBusy}>
      {made ? (
        <Address made={made} onClose={onClose} />
      ) : (
        <Wanted isBusy={isBusy} onBusy={setBusy} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Wanted({
  isBusy,
  onBusy,
  onMade,
  onClose,
}: {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onMade: (made: Made) => void;
  onClose: () => void;
}) {
  const { api, channel } = useConsole();
  const { data } = useLoaded(useCallback(() => api('status', { channel }), [api, channel]));
  const [builds, setBuilds] = useState<ReadonlyMap<string, string>>(new Map());
  const [snapshot, setSnapshot] = useState('');
  const [hours, setHours] = useState(String(HOURS));
  const [isOnce, setOnce] = useState(false);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const id = useId();
  const chosen = [...builds].filter(([, build]) => build !== '').map(([name, build]) => ({ name, build }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    onBusy(true);
    setRefusal(null);
    try {
      const what = snapshot === '' ? { builds: chosen } : { snapshot: Number(snapshot) };
      const why = reason.trim() === '' ? undefined : reason.trim();
      onMade(await api('addPreview', { channel, ...what, hours: Number(hours), once: isOnce, reason: why }));
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
      onBusy(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={styles['choices']} disabled={snapshot !== ''}>
        <legend>Builds in place of those that are served</legend>
        {(data?.remotes ?? []).map(({ name, buildId }) => (
          <BuildChoice
            key={name}
            name={name}
            label={name}
            current={buildId}
            among="published"
            first="As it is served"
            chosen={builds.get(name) ?? ''}
            onChoose={(build) => setBuilds(new Map(builds).set(name, build))}
          />
        ))}
      </fieldset>
      <div className={styles['field']}>
        <label htmlFor={`${id}-snapshot`}>Or everything as a snapshot of before had it (its number)</label>
        <input
          id={`${id}-snapshot`}
          inputMode="numeric"
          autoComplete="off"
          value={snapshot}
          onChange={(event) => setSnapshot(event.target.value.trim())}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}-hours`}>Hours, at most {MOST_HOURS}</label>
        <input
          id={`${id}-hours`}
          inputMode="numeric"
          autoComplete="off"
          value={hours}
          onChange={(event) => setHours(event.target.value.trim())}
        />
      </div>
      <label className={styles['check']}>
        <input type="checkbox" checked={isOnce} onChange={(event) => setOnce(event.target.checked)} />
        For one browser: the first that opens the address
      </label>
      <div className={styles['field']}>
        <label htmlFor={`${id}-reason`}>What for (may be empty)</label>
        <input
          id={`${id}-reason`}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {refusal && (
        <Notice tone="danger" live title={refusal.code === 'UNREACHABLE' ? actTexts.lost : refusal.code}>
          {refusal.message}{' '}
          {refusal.code === 'UNREACHABLE'
            ? 'A preview may have been made whose address nobody has: end it in the list, then make another.'
            : refusal.remedy}
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" busy={isBusy}>
          Make it
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          {actTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Shown once: the service keeps only a digest of it. */
function Address({ made, onClose }: { made: Made; onClose: () => void }) {
  const { times } = useConsole();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles['form']}>
      <p>
        {made.what}, until {times.instant(made.expiresAt)}. This path on the site is shown only now
        {made.once && ', and opens in one browser'}:
      </p>
      <output className={styles['secret']}>{made.path}</output>
      <div className={styles['buttons']}>
        <Button
          onClick={() =>
            // Without a clipboard the text above is selected by one press.
            navigator.clipboard.writeText(made.path).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          Copy
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        {isCopied && <p role="status">Copied.</p>}
      </div>
    </div>
  );
}
