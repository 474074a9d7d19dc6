/** Public documents about the service: prices, and how it works. What the terms promise is said here in the same words. */
export const en = {
  start: 'Start your case',
  person: {
    id: 'person',
    heading: 'Ask a person',
    text: 'Write to us. Say what you were doing, and the number of your order if you have one.',
    post: 'Our postal address:',
  },
  prices: {
    title: 'Prices',
    description: 'What each package costs and what is in it, how tax is added, and when you have your money back.',
    intro: 'You pay once, for one case. There is no subscription. You read your letter before you pay.',
    packages: 'Packages',
    beforeTax: 'Prices are in US dollars, before sales tax.',
    popular: 'Most Popular',
    included: 'What is included',
    unavailable:
      'We cannot show the prices at this moment. You see the price, the tax and the total before you pay. Load this page again in a minute.',
    recipients: {
      heading: 'Extra recipients',
      text: (each: string) =>
        `With the plain letter you can send it to more people who owe the money too. Each one gets a certified letter and a tracking number of their own, for ${each}.`,
      who: 'It can go to somebody who owes the money too. It can go to their owner, registered agent or insurer. It can never go to an employer, a relative or a neighbor.',
    },
    tax: {
      heading: 'Sales tax',
      paragraphs: [
        'We add the sales tax of the state where it happened. It is worked out on the price after a coupon, with extra recipients.',
        'You see the rate, the tax and the total on one screen before you pay. Nothing is added after that.',
        'Until we know the state, a total says that its tax is an estimate. Nobody pays an estimate.',
      ],
    },
    notIncluded: {
      heading: 'What is not in the price',
      paragraphs: [
        'The court asks for a filing fee of its own, and somebody has to serve the papers. You pay those yourself, to the court and to who serves them. The papers of the higher packages tell you how to ask for a fee waiver.',
      ],
    },
    coupons: {
      heading: 'Coupons',
      paragraphs: ['A coupon lowers the price of the package, not of extra recipients. You enter it where you pay.'],
    },
    refunds: {
      heading: 'Stopping and refunds',
      paragraphs: [
        'You can stop at any time before you pay. It costs nothing.',
        'When you pay, your letter is approved. It is mailed after the time the screen names; until then you can change or stop it, and get your money back. Court papers that you have opened keep their part of the price, which stands beside the Pay button; papers that you have not opened are withdrawn.',
        'After we mail it, printing and postage are spent and we do not return the price, unless we made the mistake.',
        'A letter that we cannot send is sent again or paid back. You do not have to ask.',
      ],
      terms: 'The whole of it is in our Terms of Use',
    },
  },
  how: {
    title: 'How it works',
    description:
      'From your first answer to a mailed letter: what happens step by step, what it costs, what certified mail is, and how to stop.',
    intro: 'You answer about 12 questions. We write a letter that asks for your money, and send it by certified mail.',
    steps: {
      heading: 'Step by step',
      list: [
        {
          name: 'You say what it is about.',
          text: 'What kind of case it is, how much you are owed, when and where it happened.',
        },
        {
          name: 'You save it under your e-mail address.',
          text: 'From then on we keep your answers, and you can go on from any device.',
        },
        {
          name: 'You name both sides.',
          text: 'Who asks for the money, and who owes it. The letter goes to their address.',
        },
        {
          name: 'You say what happened.',
          text: 'A few sentences, how you counted the amount, how you want to be paid, and your signature.',
        },
        { name: 'You read the letter.', text: 'All of it, before you pay. You can change every answer.' },
        { name: 'You choose a package and pay once.', text: 'You see the price, the tax and the total first.' },
        {
          name: 'Paying approves the letter.',
          text: 'Until the time the screen names you can still change it, or stop it and get your money back.',
        },
        { name: 'We print and mail it.', text: 'You get the tracking number, and see where the letter is.' },
      ],
    },
    who: {
      heading: 'What we are, and what we are not',
      paragraphs: [
        'We write your letter from your answers, print it and mail it. With the higher packages we prepare papers that you file at a small-claims court yourself.',
        'Redress is not a law firm and gives no legal advice. We do not act for you, and do not decide whether you are right. For advice, ask a lawyer.',
        'You send the letter in your own name. It is not a paper of a court, and it threatens nobody.',
        'We cannot promise that the other side pays, or how a court decides.',
      ],
    },
    cost: {
      heading: 'What it costs',
      text: 'You pay once, for one case, before sales tax:',
      link: 'All prices, tax and refunds',
    },
    certified: {
      heading: 'What certified mail is',
      paragraphs: [
        'Certified mail is from USPS, the Postal Service. The letter has a number, and USPS records each stop on its way. At the address, they ask somebody to sign for it.',
        'So you can show that you asked for the money, and when. You can download a proof of mailing.',
        'A letter may be refused, or not picked up. Then we tell you, and say what you can do next.',
      ],
    },
    after: {
      heading: 'What happens after we mail it',
      paragraphs: [
        'The letter names a day to pay by, and how to pay you. The other side pays you and not us: we never hold that money.',
        'They may pay, offer a part, ask for time, or say nothing. You decide what you accept.',
        'If they do not pay, you can go to small-claims court. The Small Claims and Full Trial packages have the papers for that: what to fill in, what to bring, where to file.',
        'Courts have time limits. Where we know the one for your case, we show it with its source and date.',
      ],
    },
    stop: {
      heading: 'How to stop',
      paragraphs: [
        'Before you pay: close the page, or delete the case on your dashboard. It costs nothing.',
        'After you pay: press Stop until the time the screen names. Then you can change the letter, or get your money back.',
        'After we mail it, nobody can call it back.',
        'You can download your data and delete your account at any time in the settings.',
      ],
    },
  },
};
