/** Words of states. Which one holds is a rule of `@redress/domain`; specification, section 4. */
export const en = {
  /** What the carrier said, where "Sent" would say too little. */
  mail: {
    handed_over: 'Handed to the printer',
    attempted: 'Delivery tried',
    awaiting_pickup: 'Waiting to be picked up',
    delivered: 'Delivered',
    refused: 'Refused',
    unclaimed: 'Not picked up',
    returned: 'Returned',
    undeliverable: 'Could not be delivered',
  },
  letterState: {
    draft: 'Draft',
    approved: 'Approved, not mailed yet',
    posting: 'Being mailed',
    posted: 'Mailed',
    copy: 'Copy, not mailed',
    problem: 'Needs your attention',
  },
};
