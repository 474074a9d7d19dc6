import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-checkout',
  owner: 'team-checkout',
  routes: [],
  slots: {
    'wizard.package': './src/features/packages/package-step.tsx',
    'wizard.payment': './src/features/payment/payment-step.tsx',
    'wizard.order': './src/features/order/order-step.tsx',
  },
  persisted: { purchase: { writes: 1, reads: [1] }, 'order-done': { writes: 1, reads: [1] } },
  updatePolicy: 'block-while-dirty',
  requires: { contracts: '^1.0.0' },
});
