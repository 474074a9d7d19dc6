import type { AnswerOf, getCourtDocuments } from '@redress/contracts';
import { defendantOf, FURTHER_LETTERS, hasCourtPapers, shortDayOf } from '@redress/domain';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { caseStateOf } from '../../shared/letters/letter-case.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { arePapersWithdrawn } from '../../shared/papers/opened-papers.ts';

/** The package without court papers: named as the index has it. */
const DEMAND_LETTER = 'demand-letter';
const PAGE_SIZE = 100;
/** Earlier versions that are told of one claim: each report of its owner may make some. */
const VERSIONS = 100;

type Listed = Pick<AnswerOf<typeof getCourtDocuments>, 'demands' | 'total'>;

/** The papers of one page of a person's paid orders that have some, the newest order first. */
export async function listPapers(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  { page = 1, pageSize = PAGE_SIZE }: { page?: number | undefined; pageSize?: number | undefined },
): Promise<Listed> {
  const bought = db
    .selectFrom('claim_order')
    .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .where('claim_order.user_id', '=', userId)
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.package_id', '<>', DEMAND_LETTER)
    .where('claim_order.package_id', 'not in', FURTHER_LETTERS)
    .where(sql<boolean>`not ${arePapersWithdrawn}`);
  const [orders, counted] = await Promise.all([
    bought
      .leftJoin('letter', 'letter.order_id', 'claim_order.id')
      .select([
        'claim_order.id',
        'claim_order.order_number',
        'claim_order.package_id',
        'claim_order.package_title',
        'claim_order.form_session_id',
        'claim_order.paid_at',
        'claim_order.created_at',
        'letter.id as letter_id',
        'letter.state as letter_state',
        'form_session.form_data',
      ])
      .orderBy('claim_order.paid_at', 'desc')
      .orderBy('claim_order.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    bought.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const documents = Map.groupBy(
    await db
      .selectFrom((from) =>
        from
          .selectFrom('court_document')
          .select(['id', 'order_id', 'title', 'file_name', 'kind', 'version', 'made_at', 'replaced_at', 'position'])
          .select([
            sql<number>`row_number() over (partition by order_id, replaced_at is null order by made_at desc, id)`.as(
              'no',
            ),
            sql<number>`count(*) over (partition by order_id, replaced_at is null)`.as('versions'),
          ])
          .where('order_id', 'in', ['', ...orders.map(({ id }) => id)])
          .where('user_id', '=', userId)
          .as('version'),
      )
      .selectAll()
      .where('no', '<=', VERSIONS)
      .orderBy('position')
      .orderBy('version', 'desc')
      .execute(),
    ({ order_id }) => order_id,
  );
  const demands = orders
    .filter((order) => hasCourtPapers(order.package_id))
    .map((order) => {
      const { own = [], earlier = [] } = Object.groupBy(documents.get(order.id) ?? [], ({ replaced_at }) =>
        replaced_at ? 'earlier' : 'own',
      );
      const dayOf = (at: Date) => shortDayOf(documentDay(order.form_data, at));
      const boughtAt = order.paid_at ?? order.created_at;
      const told = ({ id, title, file_name, kind, version, made_at }: (typeof own)[number]) => ({
        id,
        title,
        file_name,
        kind,
        version,
        made_at: made_at.toISOString(),
        formatted_date: dayOf(made_at),
      });
      const state = caseStateOf(order.letter_state ? { state: order.letter_state } : null, null);
      return {
        demand_id: order.letter_id ?? order.form_session_id,
        demand_identifier: `${order.package_title ?? ''} ${order.order_number}`.trim(),
        recipient: defendantOf(order.form_data).name,
        created_at: boughtAt.toISOString(),
        formatted_date: dayOf(boughtAt),
        // Words of ours where the specification has none (section 4, court demand status).
        demand_status: own.length === 0 || state === 'paid' ? 'pending' : 'approved',
        court_documents_count: own.length,
        court_documents: own.map(told),
        earlier_documents: earlier.map(told),
        earlier_documents_count: earlier[0]?.versions ?? 0,
        pending: own.length === 0,
      };
    });
  return { demands, total: counted.total };
}
