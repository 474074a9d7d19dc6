/** What the gate refuses of any build that is to be served, also of an earlier one. */
export const GATE = [
  'EXPOSE_REMOVED',
  'SLOT_REMOVED',
  'ROUTE_REMOVED',
  'CONTRACTS_RANGE',
  'SHARED_MISSING',
  'SHARED_VERSION',
  'SHARED_NAME',
  'SHAPE_UNREADABLE',
  'INTEGRITY_MISSING',
] as const;

/** What it refuses besides of a build that comes anew, and never of one that is gone back to. */
export const GATE_FORWARD = [
  'SLOT_TAKEN',
  'ROUTE_TAKEN',
  'MENU_TAKEN',
  'SHARED_TYPE',
  'SLOT_TYPE',
  'UNSAFE_CODE',
  'ES_MODULE',
  'OWN_COPY',
  'STYLE_LEAKS',
  'OVER_BUDGET',
] as const;
