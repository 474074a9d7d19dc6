/** Help with one step or screen: a part of `/help`, and what the help link opens there. */
export interface HelpTopic {
  heading: string;
  /** What we ask, or what the screen is for, and why. */
  why: string;
  cost: string;
  next: string;
}

const FREE = 'Nothing. You pay only after you have read your letter.';
const PAID = 'Nothing more. What you bought is paid once.';

const topics = {
  claim: {
    heading: 'What your case is about',
    why: 'We ask for the kind of case and what fits it, because the letter and the law differ by kind. Choose what comes nearest. You can change it later.',
    cost: FREE,
    next: 'You say how much you are owed, and when and where it happened.',
  },
  amount: {
    heading: 'Amount, date and place',
    why: 'The letter asks for this amount. The place decides the court, its limit and the sales tax; the date decides whether the time to go to court is over. If you are not sure of the day, give the nearest one and say so.',
    cost: FREE,
    next: 'You save what you have under your e-mail address.',
  },
  account: {
    heading: 'Saving under your e-mail address',
    why: 'With an account we keep your answers, and you can go on from any device. We send you a code of six digits by e-mail, so that nobody else can take your case. If it does not come, look in the spam folder, check the address, and ask for a new code.',
    cost: FREE,
    next: 'You say who asks for the money.',
  },
  you: {
    heading: 'Your information',
    why: 'The letter names you and says where to answer. Write your name as it stands on your papers. If the other side should not see your address, you can give another one later.',
    cost: FREE,
    next: 'You say who owes you the money.',
  },
  them: {
    heading: 'Their information',
    why: 'The letter goes to this address, so it has to be right. For a business, use the name it is registered under. The address search helps; you can always type the address yourself.',
    cost: FREE,
    next: 'You say what happened.',
  },
  story: {
    heading: 'What happened',
    why: 'These sentences become the facts of the letter. Say what was agreed, what each side did, and what went wrong, with dates. Two to five sentences are enough. Say only what you can show, and do not threaten anybody.',
    cost: FREE,
    next: 'You say how you counted the amount.',
  },
  calculation: {
    heading: 'How you counted the amount',
    why: 'The other side checks your sum. Say what it is made of, and take off what they paid already.',
    cost: FREE,
    next: 'You say how you would like to be paid.',
  },
  payout: {
    heading: 'How you would like to be paid',
    why: 'The letter tells the other side how to pay you. They pay you and not us. You can leave everything empty. You also choose the tone, and what the letter leaves out.',
    cost: FREE,
    next: 'You sign the letter.',
  },
  signature: {
    heading: 'Your signature',
    why: 'It is printed on the letter, under your name. With it you say that what you told us is true. Draw it, or type your name.',
    cost: FREE,
    next: 'We write your letter, and you read it.',
  },
  reading: {
    heading: 'Reading your letter',
    why: 'We write the letter from your answers. Read all of it. If something is wrong, go back and change the answer: the letter follows.',
    cost: FREE,
    next: 'You choose a package.',
  },
  packages: {
    heading: 'Choosing a package',
    why: 'Every package sends the letter by certified mail. The higher ones add papers for small-claims court, and help with the hearing. If you are not sure, begin with the letter alone.',
    cost: 'Each package is paid once. You see the price, the tax and the total here, before you pay.',
    next: 'You pay by card or wallet. Paying approves the letter; it is not mailed at once, and you can still change or stop it.',
  },
  payment: {
    heading: 'Paying',
    why: 'The card service takes your card details. We never see or keep them. We ask for your e-mail address for the receipt.',
    cost: 'The total on this screen, with tax. Nothing is added after that. If the payment fails you have not been charged, and the screen says so.',
    next: 'Your letter is prepared and approved. Until it is mailed you can change or stop it, and get your money back.',
  },
  order: {
    heading: 'Your order',
    why: 'We record your payment and prepare your letter. You may leave: we go on without you, and your letter waits on your dashboard.',
    cost: PAID,
    next: 'Your letter is approved. The screen names the time until which you can change or stop it.',
  },
  letter: {
    heading: 'Your letter before it goes out',
    why: 'You can still change the text. It was approved when you paid, and the screen names the time until which you can change it or stop it. Then we print and mail it.',
    cost: 'Nothing more. Before we mail the letter you can stop it and get your money back.',
    next: 'You get a tracking number, and see where the letter is.',
  },
  signing: {
    heading: 'Logging in',
    why: 'We keep your cases under your e-mail address. If you do not know the password, choose a new one: we send you a code by e-mail.',
    cost: 'Nothing. An account is free.',
    next: 'You come to your cases, or back to where you were.',
  },
  dashboard: {
    heading: 'Your cases',
    why: 'You find here everything you have begun, with what to do next. You can go on with a case, begin another, or delete one that is not paid.',
    cost: 'Nothing, until you pay for a letter.',
    next: 'Open the case you want to go on with.',
  },
  letters: {
    heading: 'Demand letters and where they are',
    why: 'Here are your letters, their tracking numbers, and each stop on their way. A letter that was refused, not picked up or returned says what you can do.',
    cost: PAID,
    next: 'The other side answers by the day the letter names. If they do not, you can go to small-claims court.',
  },
  court: {
    heading: 'Court papers',
    why: 'The papers of the Small Claims and Full Trial packages are here within 24 hours of paying. Read them, confirm forms, fees and dates with the clerk of the court, and file them yourself.',
    cost: 'Nothing more to us. The court asks for a filing fee of its own.',
    next: 'You file at the court, and have the papers served.',
  },
  orders: {
    heading: 'Orders and receipts',
    why: 'You see here what you paid, with a receipt for each payment.',
    cost: 'Nothing. You also see here what we paid back.',
    next: 'Download a receipt when you need one.',
  },
  settings: {
    heading: 'Settings and your data',
    why: 'You can change your name, address and password, and see where you are signed in. You can download what we keep about you, and delete your account.',
    cost: 'Nothing.',
    next: 'Changes count from the moment you save them.',
  },
} satisfies Record<string, HelpTopic>;

export const en = {
  title: 'Help',
  description: 'Help with each step of your case: what we ask and why, what it costs, and what happens next.',
  intro: 'For each step: what we ask and why, what it costs, and what happens next.',
  open: 'Help',
  why: 'What this is, and why',
  cost: 'What it costs',
  next: 'What happens next',
  all: 'All help (opens a new tab)',
  prices: 'Prices (opens a new tab)',
  close: 'Close the help',
  notLawFirm: 'Redress is not a law firm and gives no legal advice. For advice, ask a lawyer.',
  topics,
};
