import type { ReleaseGraph } from '@redress/contracts/release-api';
import { EmptyState, LoadError, cx } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useId } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';
import { GraphPicture } from './graph-picture.tsx';
import { graphTexts } from './graph-texts.ts';
import graphStyles from './graph.module.css';

type Slot = ReleaseGraph['slots'][number];
type Package = ReleaseGraph['packages'][number];
type IfOff = ReleaseGraph['ifOff'][number];

const SLOTS: Column<Slot>[] = [
  { key: 'name', header: 'Slot', isRowHeader: true, render: ({ name }) => name },
  { key: 'filled', header: graphTexts.filledBy, render: ({ filledBy }) => filledBy },
  { key: 'drawn', header: graphTexts.drawnBy, render: ({ drawnBy }) => drawnBy.join(', ') || null },
];
const PACKAGES: Column<Package>[] = [
  { key: 'name', header: 'Package', isRowHeader: true, render: ({ name }) => name },
  { key: 'provided', header: graphTexts.provided, render: ({ provided }) => provided },
  {
    key: 'users',
    header: graphTexts.users,
    render: ({ users }) => users.map(({ name, version }) => `${name} (${version})`).join(', ') || null,
  },
];

/** What the builds of a channel take from each other, read from the signed builds, and what closes with each of them. */
export function GraphView({ item }: ViewProps) {
  const { api, channel, linkTo } = useConsole();
  const { data, refusal, reload } = useLoaded(useCallback(() => api('graph', { channel }), [api, channel]));
  const id = useId();
  if (!data) {
    return refusal ? (
      <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />
    ) : null;
  }
  if (data.nodes.length === 0) return <EmptyState title={graphTexts.none} />;
  const chosen = data.ifOff.find(({ name }) => name === item);
  const unknown = data.nodes.filter(({ draws }) => draws === null).map(({ name }) => name);
  return (
    <div className={styles['view']}>
      <div className={cx(styles['field'], graphStyles['choice'])}>
        <label htmlFor={id}>{graphTexts.chosen}</label>
        <Select
          id={id}
          value={chosen?.name ?? ''}
          onChange={(event) => {
            location.hash = linkTo('graph', event.target.value || undefined);
          }}
        >
          <option value="">{graphTexts.nobody}</option>
          {data.ifOff.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {chosen && <Closes remote={chosen} />}
      {unknown.length > 0 && <p className={styles['soft']}>{graphTexts.unknownDraws(unknown)}</p>}
      <GraphPicture graph={data} chosen={chosen?.name ?? ''} />
      <section className={styles['section']}>
        <h2>{graphTexts.slots}</h2>
        <DataTable
          caption="Slots: who fills and who draws them"
          columns={SLOTS}
          rows={data.slots}
          rowKey={({ name }) => name}
          empty={<EmptyState title={graphTexts.nothing} />}
        />
      </section>
      <section className={styles['section']}>
        <h2>{graphTexts.packages}</h2>
        <DataTable
          caption="Shared packages: what the shell has and who uses it"
          columns={PACKAGES}
          rows={data.packages}
          rowKey={({ name }) => name}
          empty={<EmptyState title={graphTexts.nothing} />}
        />
      </section>
    </div>
  );
}

function Closes({ remote: { name, routes, slots, linkedFrom } }: { remote: IfOff }) {
  return (
    <section className={styles['section']} aria-live="polite">
      <h2>{graphTexts.closes(name)}</h2>
      <dl className={graphStyles['closes']}>
        <dt>{graphTexts.pages}</dt>
        <dd>{routes.join(', ') || graphTexts.nothing}</dd>
        <dt>{graphTexts.emptySlots}</dt>
        <dd>
          {slots.map((slot) => `${slot.name}, ${graphTexts.inPagesOf(slot.pagesOf)}`).join('; ') || graphTexts.nothing}
        </dd>
        <dt>{graphTexts.linkedFrom}</dt>
        <dd>{linkedFrom.join(', ') || graphTexts.nothing}</dd>
      </dl>
    </section>
  );
}
