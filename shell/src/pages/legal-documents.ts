export interface LegalDocument {
  title: string;
  /** Kept with every order that accepted it: change it whenever a sentence changes its meaning. */
  version: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** Texts of the two legal pages. They are edited here; a lawyer reads a change before it is released. */
export const LEGAL: Readonly<Record<'terms' | 'privacy', LegalDocument>> = {
  terms: {
    title: 'Terms of Use',
    version: '2026-11-01',
    sections: [
      {
        heading: 'What this service is',
        paragraphs: [
          'This service helps you to write down what you are owed, turns your answers into a demand letter, and has that letter printed and sent by certified mail. With some packages it also prepares papers that a small-claims court asks for.',
          'We are not a law firm. We do not give legal advice, we do not represent you, and using this service does not make anyone your lawyer. If you are unsure about your rights, ask a lawyer or your court’s self-help center.',
        ],
      },
      {
        heading: 'What you tell us',
        paragraphs: [
          'The letter says what you tell us. You confirm that your answers are true to the best of your knowledge and that you may send the letter, for yourself or for the business you name.',
          'You may not use this service to harass, threaten or deceive anyone, or to claim money that you know is not owed to you.',
        ],
      },
      {
        heading: 'Price and payment',
        paragraphs: [
          'The price, tax and the number of recipients are shown before you pay. You pay once for each order; nothing renews by itself.',
          'Your card is handled by our payment provider. We never see or keep its number.',
        ],
      },
      {
        heading: 'When the letter goes out',
        paragraphs: [
          'After you approve the letter there is a time in which you can still change or stop it. The screen says until when. When that time is over, or when you send it at once, it is given to the post and cannot be called back.',
          'We give you the tracking number that the carrier gives us. We cannot promise that a letter is accepted, or that it is answered.',
        ],
      },
      {
        heading: 'Refunds',
        paragraphs: [
          'If we cannot send your letter, we refund what you paid for it. Before the letter is given to the post you can cancel and get your money back; afterwards the work has been done.',
        ],
      },
      {
        heading: 'Limits of what we answer for',
        paragraphs: [
          'Amounts, limits and dates about courts come from public sources, each shown with its date. They can change. The court’s own word decides.',
          'We answer for damage that we cause on purpose or by gross carelessness. Otherwise our liability ends at what you paid for the order. Nothing here takes away rights that the law gives you and that cannot be given up.',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'Keep your password to yourself. You can download your data and delete your account at any time in Settings; records of paid orders are kept as long as tax law asks for them.',
        ],
      },
      {
        heading: 'Changes',
        paragraphs: [
          'When these terms change, the new version applies to orders made after it. The version you accepted is kept with your order.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    version: '2026-11-01',
    sections: [
      {
        heading: 'What we keep',
        paragraphs: [
          'What you enter about your claim: yourself, the other side, what happened, what you are owed, your signature. Your account: e-mail address, name, telephone number if you give one. Your orders: what was bought, when, and the payment’s reference.',
          'We keep a draft in your browser and on our server so that you can go on later.',
        ],
      },
      {
        heading: 'What we use it for',
        paragraphs: [
          'To write your letter and papers, to have them posted, to tell you where they are, to take payment, and to answer you. We do not sell your data, and we do not use what you write about your claim for advertising.',
        ],
      },
      {
        heading: 'Who else sees it',
        paragraphs: [
          'The printing and mailing company gets the letter and the addresses on it. The payment provider gets what a payment needs. The address service gets the address you are typing. If you sign in with another company’s account, it tells us your e-mail address and name. The person you write to gets the letter.',
          'Pages that ask for your data load no advertising or analytics code. On other pages it runs only if you agree.',
        ],
      },
      {
        heading: 'How it is kept safe',
        paragraphs: [
          'Connections are encrypted. Passwords and codes are stored only as hashes. Our logs hold no names, addresses or texts of claims.',
        ],
      },
      {
        heading: 'How long',
        paragraphs: [
          'A draft that is not used is deleted after a time that is shown where you can delete it yourself. Paid orders are kept as long as tax law asks. The rest goes with your account.',
        ],
      },
      {
        heading: 'Your choices',
        paragraphs: [
          'In Settings you can see, correct and download your data and delete your account. You can write to us at the address at the foot of this page, and you may complain to the authority that watches over privacy where you live.',
        ],
      },
    ],
  },
};
