import { withoutBrokenRows } from './whole-rows.ts';

const issue = (...path: (string | number)[]) => ({ path, message: '', code: 'custom' as const });

it('leaves out the rows that do not fit, wherever the list stands', () => {
  const answer = { data: { payments: ['a', 'b', 'c'], total: 3 } };
  const left = withoutBrokenRows(answer, 'data.payments', [
    issue('data', 'payments', 1, 'amount'),
    issue('data', 'payments', 1, 'status'),
  ]);
  expect(left).toEqual({ answer: { data: { payments: ['a', 'c'], total: 3 } }, broken: 1 });
  expect(answer.data.payments).toHaveLength(3);
});

it.each([[['total']], [['rows']], [['data', 'payments']], [['data', 'total']]])(
  'leaves nothing out when it is %j that does not fit',
  (path) => {
    expect(withoutBrokenRows({ data: { payments: [] } }, 'data.payments', [issue(...path)])).toBeNull();
  },
);
