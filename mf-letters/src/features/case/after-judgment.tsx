import type { CaseFile } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Card, Disclosure, Notice } from '@redress/ui';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';

const texts = letters.case.judgment;
const item = (step: string) => <li key={step}>{step}</li>;

/**
 * Once a decision was typed: who pays, from when to collect, and how, each way by what is known of the other side. When all
 * came, what the court is told of it.
 */
export function AfterJudgment({ file }: { file: CaseFile }) {
  const { judgment, closed } = file;
  if (!judgment || (closed !== null && closed !== 'court' && closed !== 'paid')) return null;
  const paid = <Step {...judgment.satisfaction} />;
  if (closed === 'paid') return <Card title={texts.paid}>{paid}</Card>;
  const { pays, from, first, careful, ways, lost } = judgment;
  return (
    <Card title={texts.title}>
      <div className={styles['said']}>
        <h3>{texts.pays}</h3>
        <p>{pays}</p>
        <p>{from ? texts.from(longDay(from)) : texts.fromUnknown}</p>
        <ol>{first.map(item)}</ol>
        <h3>{texts.collect}</h3>
        <Notice tone="info">{careful}</Notice>
        <div className={styles['rows']}>
          {ways.map((way) => (
            <Disclosure key={way.asks} summary={way.asks}>
              <Step {...way} />
            </Disclosure>
          ))}
        </div>
        <h3>{texts.paid}</h3>
        {paid}
        <Disclosure summary={texts.lost}>
          <ul>{lost.map(item)}</ul>
        </Disclosure>
      </div>
    </Card>
  );
}

function Step({ says, note, rule, url }: NonNullable<CaseFile['judgment']>['ways'][number]) {
  return (
    <>
      <p>{says}</p>
      <p className={shared['soft']}>
        {rule ? (
          <>
            {note} <a href={url}>{rule}</a>
          </>
        ) : (
          texts.clerk
        )}
      </p>
    </>
  );
}
