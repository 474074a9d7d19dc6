export interface LegalSection {
  /** Its place in the address: `/terms#refunds`. */
  id: string;
  heading: string;
  paragraphs: readonly string[];
}
export interface LegalText {
  title: string;
  /** The sentence for search engines and for who shares the address. */
  description: string;
  intro: string;
  sections: readonly LegalSection[];
}

/**
 * A version is a day. Changing a sentence means a new version: what somebody accepted is kept with their order.
 * These texts are a starting point for the operator's own lawyer.
 */
export const TERMS_VERSION = '2026-11-28';
export const PRIVACY_VERSION = '2026-11-28';

export const terms: LegalText = {
  title: 'Terms of Use',
  description: 'What we do for you, what it costs, what we do not do, and how to stop or have your money back.',
  intro: 'These terms say what we do for you, what it costs, and what we do not do.',
  sections: [
    {
      id: 'what-we-do',
      heading: 'What we do',
      paragraphs: [
        'You tell us what you are owed and why. We write a demand letter from your answers, print it, and send it by certified mail. Higher packages add papers for small-claims court.',
        'You can read the whole letter before you pay. You can change it until we mail it.',
      ],
    },
    {
      id: 'what-we-do-not-do',
      heading: 'What we do not do',
      paragraphs: [
        'Redress is not a law firm. We give no legal advice, do not act for you, and do not decide whether you are right. Facts of law on this site name their source and date. For advice, ask a lawyer.',
        'We cannot promise that the other side pays, or how a court decides.',
      ],
    },
    {
      id: 'your-answers',
      heading: 'Your answers',
      paragraphs: [
        'What you tell us must be true as far as you know. The letter is yours: you send it in your own name.',
        'Do not use the letter to threaten anybody: with the police, a charge or immigration, with the press, their boss or their family. We may refuse to send such a letter; we then return your money.',
      ],
    },
    {
      id: 'price',
      heading: 'Price and payment',
      paragraphs: [
        'You see the whole price, with tax and extra recipients, before you pay. It is paid once. There is no subscription.',
        'Cards are handled by our card service. We never see or keep your card number.',
      ],
    },
    {
      id: 'refunds',
      heading: 'Stopping and refunds',
      paragraphs: [
        'When you pay, your letter is approved. It is mailed after the time the screen names; until then you can change or stop it, and get your money back. Court papers that you have opened keep their part of the price, which stands beside the Pay button; papers that you have not opened are withdrawn. After two refunds in 30 days, write to us for a further one. After we mail it, printing and postage are spent and we do not return the price, unless we made the mistake.',
        'A letter that we cannot send is sent again or paid back. You do not have to ask.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'Keep your password to yourself. You can download your data and delete your account at any time in the settings.',
      ],
    },
    {
      id: 'limits',
      heading: 'Limits',
      paragraphs: [
        'Nothing here takes away rights that the law of your state gives you. As far as the law allows, we owe you for a mistake at most what you paid for the order.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      paragraphs: [
        'For an order, the terms you accepted with it hold. New terms hold for new orders and are shown here with their date.',
      ],
    },
  ],
};

export const privacy: LegalText = {
  title: 'Privacy Policy',
  description: 'What we keep about you, why, for how long, who else sees it, and what you can do about it.',
  intro: 'This says what we keep about you, why, for how long, and what you can do about it.',
  sections: [
    {
      id: 'what-we-keep',
      heading: 'What we keep',
      paragraphs: [
        'What you type into your case: names, addresses, what happened, the amount, your signature. Your e-mail address and a fingerprint of your password, but not the password. What you ordered and paid.',
        'Logs of errors and of how fast pages load. They hold no answers of yours.',
      ],
    },
    {
      id: 'why',
      heading: 'Why',
      paragraphs: [
        'To write and send your letter, and to keep your answers until you finish. To take payment and give receipts, to keep your account safe, and because tax law asks for it.',
      ],
    },
    {
      id: 'who-else',
      heading: 'Who else sees it',
      paragraphs: [
        'The print and mail service gets the letter and the addresses on it. The card service gets your payment details. The address service gets what you type into the address search. The mail service carries our e-mails to you. Each may use it only for that.',
        'We do not sell your data. Tools that count visits start after you say yes. They never run on a page with a password, a card or a letter.',
      ],
    },
    {
      id: 'how-long',
      heading: 'For how long',
      paragraphs: [
        'Drafts without an account are deleted after a while without use. Drafts in an account are kept until you delete them. Paid orders and what was mailed are kept as long as tax law says.',
      ],
    },
    {
      id: 'what-you-can-do',
      heading: 'What you can do',
      paragraphs: [
        'In the settings you can see and change your details. There you can also download what we keep about you, and delete your account. For anything else, write to us.',
      ],
    },
    {
      id: 'the-other-side',
      heading: 'The other side',
      paragraphs: [
        'We use the details of whoever owes you for the letter and the papers, and for nothing else. They can ask us what we keep about them.',
      ],
    },
  ],
};

export const en = {
  version: (day: string) => `Version of ${day}`,
  contents: 'On this page',
};
