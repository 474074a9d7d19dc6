import type { Catalogue } from '../platform/text.ts';

/** Orders, letters, mail and papers. Failures of money and mail say: charged or not, sent or not, what we do next. */
export const enOrders: Catalogue = {
  orders: {
    paymentsListed: 'Your payments.',
    state: {
      none: 'Nothing has been ordered for this claim yet.',
      'payment-pending': 'Your payment is not finished. You have not been charged.',
      declined: 'Your card was declined. You have not been charged. Try again or use another card.',
      paid: 'We have your payment (order {order}). We are writing your letter now.',
      'letter-drafted': 'Your letter is ready (order {order}). Read it, change what you like, then approve it.',
      approved: 'Your letter is approved (order {order}). You can still change it or stop it.',
      posting: 'Your letter is on its way to the printer (order {order}).',
      posted: 'Your letter is in the mail (order {order}).',
      refunded: 'You got your money back (order {order}). Nothing more is sent.',
      problem:
        'We have your payment, and something is in the way of order {order}. We look at it and write to you. You do not pay again.',
    },
  },
  receipt: {
    title: 'Receipt',
    lead: 'For your records. Paid in US dollars.',
    order: 'Order',
    paidOn: 'Paid on',
    billedTo: 'Billed to',
    country: 'ZIP or postal code, country',
    countries: { US: 'United States', CA: 'Canada' },
    sentTo: 'Sent to',
    paidWith: 'Paid with',
    card: 'Card ({brand}) ending in {last4}',
    noCard: 'No card needed',
    reference: 'Reference',
    what: 'What',
    amount: 'Amount',
    discount: 'Discount ({code})',
    recipients: 'Extra recipients: {count} x {each}',
    subtotal: 'Subtotal before tax',
    tax: 'Sales tax, {state}, {rate}',
    total: 'Total paid',
    refunded: 'Refunded',
    note: 'Redress is not a law firm and gives no legal advice. Keep this receipt: a court may let you ask for such costs.',
    footer: '{site}, order {order}',
  },
  letters: {
    title: 'Demand Letter',
    listed: 'Your letters.',
    dataSaved: 'Your answers are saved.',
    generated: 'Your letter is ready.',
    saved: 'Your letter is saved.',
    approved: 'Your letter is approved. It will be mailed on {until}. Until then you can change it or stop it.',
    stopped: 'The letter was stopped. It is a draft again and will not be mailed.',
    posting: 'Your letter is on its way to the printer.',
    updated: 'Your letter has been updated.',
    copied:
      'Your letter was already mailed and stays as it was. This is a new copy. You can download it, or buy a new letter to mail it.',
    copySentence: 'A copy you changed after mailing. It has not been mailed.',
    copyMark: 'NOT MAILED',
    warnings: {
      character:
        'The printer has no picture of these characters. Each is printed as a mark, with a note at the end of the letter.',
      name: 'This name is longer than an envelope can carry. The envelope says: {printed}. The letter says the whole name.',
    },
    to: 'Letter to {name}',
    declaration: 'I declare under {state} Law that the information I have submitted is true and correct.',
  },
  mailings: {
    problem: {
      refused: {
        sentence: 'The printer did not accept the letter, most likely because of the address. It was not mailed.',
        nextStep: 'Check the address and update the letter. You do not pay again. We also look at it.',
      },
      signature: {
        sentence: 'We could not confirm the signature under your letter. The letter was not mailed.',
        nextStep: 'Sign your claim again and update the letter. You do not pay again.',
      },
      late: {
        sentence:
          'The mail service could not be reached for so long that your letter leaves too little time to answer. It was not mailed.',
        nextStep: 'Open your letter and approve it again: it gets a new date. You do not pay again.',
      },
      delayed: {
        sentence: 'Your letter is saved but not sent yet: the mail service does not answer.',
        nextStep: 'You need not do anything. We go on trying and write to you when it is in the mail.',
      },
    },
  },
  papers: { listed: 'Your court papers.' },
  news: {
    'order-paid': {
      title: 'Payment received',
      message: 'We received {amount} for {package} (order {order}).',
      subject: 'Your receipt for order {order}',
      mail: 'We received your payment of {amount} for {package}. Your order number is {order}.\n\nWe are writing your letter now. You can read and change it before it goes out.\n\nYour receipt is on the Orders page.',
      button: 'See your receipt',
    },
    'order-refunded': {
      title: 'Refund',
      message: 'We sent {amount} back to your card (order {order}).',
      subject: 'Your refund for order {order}',
      mail: 'We sent {amount} back to the card you paid with. It can take 5 to 10 business days to show.\n\nOrder {order}.',
      button: 'See your orders',
    },
    'letter-ready': {
      title: 'Your letter is ready',
      message: 'Your letter to {to} is written. Read it, then approve it.',
      subject: 'Your letter to {to} is ready to read',
      mail: 'Your letter to {to} is written. It has not been sent.\n\nRead it, change what you like, then approve it. It goes out by certified mail after that.\n\nOrder {order}.',
      button: 'Read your letter',
    },
    'letter-approved': {
      title: 'Letter approved',
      message: 'Your letter to {to} will be mailed on {until}. Until then you can change or stop it.',
      subject: 'Your letter to {to} goes out on {until}',
      mail: 'You approved your letter to {to}. It will be mailed on {until}.\n\nUntil then you can change it or stop it. If you are still typing then, save first: the last saved text is what goes out.\n\nOrder {order}.',
      button: 'See or stop the letter',
    },
    'letter-redated': {
      title: 'Your letter has a new date',
      message:
        'Your letter to {to} was not mailed: it carried an earlier day. We dated it {day}. Read it and approve it.',
      subject: 'Your letter to {to} waits for you: it has a new date',
      mail: 'Your letter to {to} was not mailed, because it carried an earlier day.\n\nWe dated it {day} and moved the date to pay by. Nothing else changed.\n\nRead it and approve it. Then it goes out.\n\nOrder {order}.',
      button: 'Read your letter',
    },
    'letter-held': {
      title: 'Your letter was not mailed',
      message: 'Your letter to {to} leaves too little time to answer. Name {day} or a later date to pay by.',
      subject: 'Your letter to {to} was not mailed yet',
      mail: 'Your letter to {to} was not mailed: it leaves too little time to answer.\n\nA letter takes about a week, and a reader needs 7 days after that. Name {day} or a later date to pay by, then approve it again.\n\nOrder {order}.',
      button: 'Change your letter',
    },
    'letter-posted': {
      title: 'Letter in the mail',
      message: 'Your letter to {to} is in the mail. Tracking number: {tracking}.',
      subject: 'Your letter to {to} is in the mail',
      mail: 'Your letter to {to} is in the mail, by certified mail with a return receipt.\n\nTracking number: {tracking}\n\nWe write to you when it is delivered. Order {order}.',
      button: 'Follow the letter',
    },
    'letter-delivered': {
      title: 'Letter delivered',
      message: 'Your letter to {to} was delivered on {day}.',
      subject: 'Your letter to {to} was delivered',
      mail: 'Your letter to {to} was delivered on {day}.\n\nKeep the record: it shows that the letter arrived. Now wait for payment or an answer until the date in your letter.\n\nOrder {order}.',
      button: 'See the record',
    },
    'letter-problem': {
      title: 'Your letter needs attention',
      message: '{what} {next}',
      subject: 'Your letter to {to} needs attention',
      mail: 'This is about your letter to {to}.\n\n{what}\n\n{next}\n\nOrder {order}.',
      button: 'See the letter',
    },
    'signature-needed': {
      title: 'Please sign again',
      message: 'We could not confirm the signature on your claim. Open the claim and sign it again.',
      subject: 'Please sign your claim again',
      mail: 'We could not confirm the signature on your claim, so we took it off. Nothing has been mailed with it since.\n\nOpen your claim, choose Edit and sign again. You do not pay again.',
      button: 'Open your claim',
    },
    'papers-ready': {
      title: 'Court papers ready',
      message: '{count} papers of your {package} package are ready.',
      subject: 'Your court papers are ready',
      mail: 'The {count} papers of your {package} package are ready to read and print.\n\nStart with Read Me First. Order {order}.',
      button: 'Open your papers',
    },
  },
};
