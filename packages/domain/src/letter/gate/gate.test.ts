import fc from 'fast-check';
import { sentencesOf } from '../sentences.ts';
import { isForOperator, screenAccount } from './account.ts';
import { calmSentence } from './calm.ts';
import { screenText } from './gate.ts';
import { openPlaces, printableText, rulingsFrom, sentenceKey } from './printable.ts';
import { storyGaps } from './story-gaps.ts';

const kinds = (text: string) => screenText(text).map(({ kind }) => kind);

it.each([
  'I will call the po lice.',
  'I wil cal the plice.',
  'I WILL CALL THE POLICE',
  'I will call. The police.',
  'The sheriffs will be calling on you.',
  'I will call\nthe police.',
])('reads what was done to hide it, beside the ways of the corpus of disguises: %s', (text) => {
  expect(kinds(text)).toContain('police');
});

it.each([
  'I am asking you to pay the $911.99 that is still open by December 14, 2026.',
  'I will call you about the 1,911.00 that you owe.',
  'I ask you to pay $2,911.40 to me.',
  '☐ I pay the full sum of $911.99.',
])('takes a sum for no number of the police: %s', (text) => expect(kinds(text)).toEqual([]));

it.each(['I will call 911, and they will come.', 'I will dial $911 on you.', 'We shall phone 9-1-1.'])(
  'takes the number of the police for it: %s',
  (text) => expect(kinds(text)).toContain('police'),
);

it.each(['The man beat the last tenant who owed me.', 'Presentaremos cargos.', 'Buscaré a tus hijos.', 'I return my gun to its holster when you pay.', 'I should have called immigration on you already.', 'I will be waiting for you outside.', 'Plata o plomo.', 'I keep a loaded gun at home.', 'I will rearrange your face.', 'Pay me before I slash your tires.', 'I will meet your kids after school.'])(
  'stops harm to somebody else, an act to come in one word, a gun that is shown and a regret that warns: %s',
  (text) => expect(kinds(text)).not.toEqual([]),
); // prettier-ignore

it('names every place, not the first', () => {
  const text = 'I will call the police. The sofa was blue. I will tell your boss. You will be deported.';
  expect(screenText(text).map(({ class: letterClass, kind, sentence }) => [letterClass, kind, sentence])).toEqual([
    ['A', 'police', 'I will call the police.'],
    ['B', 'employer', 'I will tell your boss.'],
    ['A', 'immigration', 'You will be deported.'],
  ]);
});

it.each(['City Police Department', 'Dear CPS Energy,', 'ICE Cream Company', 'Prison Fellowship', 'Officer & Sons LLC'])(
  'takes a name for a name: %s',
  (text) => expect(kinds(text)).toEqual([]),
);

it.each([
  ['078 05 1120', 'ssn'],
  ['912-78-1234', 'taxpayer'],
  ['4242 4242 4242 4242', 'card'],
])('finds the number %s wherever it stands', (number, kind) => {
  expect(kinds(`Mine is ${number}, as you know.`)).toEqual([kind]);
});

it.each(['000-12-3456', '666-12-3456', '4242 4242 4242 4241', '512-555-0142', '36602-1234', '$1,234,567.89'])(
  'lets %s pass',
  (number) => expect(kinds(`It says ${number} there.`)).toEqual([]),
);

describe('what is printed', () => {
  const story = 'You kept my deposit. I will call the police. I will tell your wife. I moved out on May 1.';

  it('leaves out class A and what was not kept of class B', () => {
    expect(printableText(story).text).toBe('You kept my deposit. I moved out on May 1.');
    expect(printableText(story).leftOut.map(({ kind }) => kind)).toEqual(['police', 'family']);
  });

  it('keeps of class B what the claimant keeps, each by itself, and never class A', () => {
    const keys = ['I will tell your wife.', 'I will call the police.'].map(sentenceKey);
    const rulings = rulingsFrom(keys.map((key) => ({ key, choice: 'keep' })));
    expect(printableText(story, rulings).text).toBe(
      'You kept my deposit. I will tell your wife. I moved out on May 1.',
    );
  });

  it('uses the latest decision on a sentence', () => {
    const key = sentenceKey('I will tell your wife.');
    const rulings = rulingsFrom([
      { key, choice: 'keep' },
      { key, choice: 'cut' },
    ]);
    expect(openPlaces('I will tell your wife.', rulings)).toHaveLength(1);
  });

  it('lets pass what an operator cleared, and nothing else', () => {
    const rulings = {
      kept: new Set<string>(),
      isCleared: (sentence: string) => sentence === 'I will call the police.',
    };
    expect(openPlaces(story, rulings).map(({ kind }) => kind)).toEqual(['family']);
  });

  it('has no open place left in any text', () => {
    const piece = fc.constantFrom('I will call', 'the police', 'your wife', '. ', '\n', 'or', 'you', 'your dog', 'kill', 'Mr.', '123-45-6789', 'ICE', ' ', 'p o l i c e', '…', '?'); // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(openPlaces(printableText(pieces.join(' ')).text)).toEqual([]);
      }),
    );
  });

  it('reads any text, and says where in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const { at, end, sentence } of screenText(text)) expect(text.slice(at, end)).toBe(sentence);
      }),
    );
  });
});

describe('the sentence to take instead', () => {
  const calm = (text: string) => screenText(text).map((place) => calmSentence(place))[0];
  const COURT = 'If we cannot settle this, I may ask a court to decide.';
  const CORTE = 'Si no podemos resolver esto, puedo pedirle a una corte que decida.';
  it.each([
    ['If you do not pay I will call the police.', COURT],
    ['You kept my $500 deposit, so I will call the police.', `You kept my $500 deposit. ${COURT}`],
    ['A judge has already signed the order for your arrest, and only full payment will cancel it.', COURT],
    ['Me and three friends are coming over Saturday, and we are not leaving without the cash.', COURT],
    ["I don't think your crew has papers, and I'd hate for ICE to stop by.", COURT],
    ['Si no me paga, voy a llamar a la policía.', CORTE],
    ['Cuídese mucho cuando salga de noche, porque los accidentes pasan.', CORTE],
    ['I paid with card 4242 4242 4242 4242 on May 2.', 'I paid with card ending in 4242 on May 2.'],
    ['My Social Security number is 123-45-6789.', 'My Social Security number is (number on file).'],
    ['Your card 4242 4242 4242 4242 is burned if I say so.', ''],
    ['I will tell your wife.', ''],
  ])('%s', (text, expected) => {
    expect(calm(text)).toBe(expected);
  });

  it('is found in a sentence of any length, with a gap of any width, and says the way on once', () => {
    expect(calmSentence(screenText('I will call the police.')[0]!, `We met. ${COURT}`)).toBe('');
    expect(calm(`${'He took the money, and so '.repeat(2_300)}I will call the police.`)).toMatch(/^He took the money/u);
    const [place] = screenText('He took the money and I will call the police.');
    const sentence = `He took all the money${' '.repeat(960)}again, and I will call the police.`;
    expect(calmSentence({ ...place!, sentence })).toMatch(/^He took all/u);
  });
});

it.each([
  'Your company can mail the check to my home. Your wife can pick up the sofa.',
  'If your work is not redone by May 1, I will hire another painter. The police report will show who was at fault.',
  'If the TV is not repaired, I want my money back. I will review the contract with you.',
  'Your building has mold, and if it is not removed I cannot live there. The papers must be returned to me. The lease is over and my couch is in your apartment. My son is in a wheelchair and needs the ramp you never built. The witness is a police officer who lives next door. Your tenant is in jail and left the dog with me. The beat you sold me is a copy. I have custody of the kids and you pay $400 a month.',
  'You must pay for my broken tooth and the ambulance. You refuse to return my gun. You kept the $1,500 bail bond I paid for your son.',
  'The pools will need new tiles, and I must crawl under the house. The ball will be returned with the panel.',
  'I have a cell phone and thirty years in the trade. I charge you $50 an hour, and a late fee may be charged.',
  'The stairs are not safe, and the balcony is no longer safe. It is a grave mistake. My bones ache.',
  'I have a police report. The shop is next to the police station. The warranty covers parts for five years.',
  'The deck is not legal. I am on a work visa and you have my passport. My son takes the bus from school.',
  'I picked up your kids from school. I tutor your son after school. The police would not help me. I got hurt when your ladder broke.',
  'The burglar beat the lock with a hammer, and your alarm gave no signal. Your text read, "Come here and I will crack your skull."',
  'I was about to call the police when you came out. I was going to call the police but you gave the keys back.',
  'The police have the report. There is a police report about the theft. The officers are witnesses to the damage. My neighbor is a police officer and saw you take the mower.',
  'You painted the wall like an idiot. I have a broken nose. The detective has my laptop. You were arrested on May 9 and the police kept the key.',
  'I am a nurse and the agency owes me for 36 hours at the county jail. My deportation hearing is on May 3. I work at the jail. The jail pays $14 an hour. The bail is $5,000 and you paid $500.',
  'I slipped on the ice and you will pay for it. THE ICE ON YOUR STEPS WAS NOT CLEARED. USTED LLAMÓ A LA POLICÍA.',
  'El recibo trae cargos de más. Las rejas de la ventana están rotas. La tubería es de plomo.',
])('leaves a plain sentence in the letter: %s', (text) => expect(kinds(text)).toEqual([]));

it.each([
  ...['I was about to call the police and I still am.', 'I was going to call the police but you have one more day.'],
  ...['The police have the report next.', 'There is a police report with your name on it.', 'You owe me or jail.'],
  ...['I have a broken nose for you.', 'I have my gun with me.', 'Your wife is not legal.', 'He is not legal.'],
  ...['The feds would eat you alive over those invoices.', 'I can call ice on you.', 'The file is for immigration.'],
  ...['I have a grave for you.', 'Hay plomo para usted.', 'Your daughter comes home after school alone.'],
  'My cousin reads your plates to the police.',
  'You got till Sunday, then my cousins come collect the old fashioned way.',
])('stops a threat in words near to those: %s', (text) => expect(kinds(text)).not.toEqual([]));

it.each([
  ['', ['words', 'day', 'sum']],
  ['You kept my money.', ['words', 'day', 'sum']],
  ['Deposit of $600 on April 4, check no. 1182.', []],
  ['You kept my $500 deposit.', []],
  ['I painted three rooms for you and you never paid me for any of them.', []],
] as const)('tells what a thin story lacks: %s', (text, missing) => {
  expect(storyGaps(text)).toEqual(missing);
});

it('sends a misspelt sentence about the other side to an operator, too, when it is kept', () => {
  for (const text of ['i no wer u liv an wat time u get home', 'ur gona get wat u desurve wen i see u'])
    expect(screenAccount(text).map(isForOperator)).toEqual([true]);
});

it.each([...'·•‧∙・⁄|~*+=#^\\'])('reads a number whose groups are parted by %s', (mark) => {
  expect(kinds(`He wrote ${['123', '45', '6789'].join(mark)} on it.`)).toEqual(['ssn']);
});

it.each([
  'I reported you to immigration on March 3. I watched you leave for work. I followed your wife.',
  'I bought a gun last week. We found out where you live. My brother followed your daughter to school.',
  'I drove past your house twice and saw your kids. Ayer pasé por su casa. Le corté los frenos.',
  'My cousin did eight years for less. I sharpened the machete. The last guy paid after the fire. I hired a man to follow you. I filled out the ICE tip form. Your ex told me where you hide. I have killed before. I sent my brother to talk to you. I cut his brakes.',
  'My brother burned your shed down in May. A friend of mine told immigration about his landlord. The last man who cheated me moved away.',
  'I sent my brother to see you about the money. Your wife was told that the police know you.',
])('asks about what is told to frighten, and an operator looks at it when it is kept: %s', (text) => {
  const places = screenAccount(text);
  expect(places).toHaveLength(sentencesOf(text).length);
  expect(places.filter((place) => place.kind !== 'reader' || !isForOperator(place))).toEqual([]);
});

it.each([
  'I called your office on May 3. I told you that the roof leaked.',
  'I reported the theft to the police on May 4. I should have called the police that night. My family stayed there in May.',
  'I saw your ad for the apartment. I told your manager the order was late. I called you after my surgery.',
  'If we cannot settle this, I may ask a court to decide. I will take you to court.',
  'We wrote down that it would be paid back by June 1. We agreed it would be paid by June 1.',
  'They hit my parked van on August 9, 2026. They cut my hours the last two weeks.',
  'I cut your tree down on June 3 as agreed.',
  'The last guy you sent broke the sink. Another shop fixed it for less. I hired a man to fix the roof. I was asked to break your concrete patio. I decided to report your driver to the police. I did two years of work for you. I sent two men to your house to lay the floor. I sent a friend to see you about the couch you advertised.',
  'I found your address on the contract. I gave your name to the insurance company, and they called you on May 6.',
  'My house was next to your house. The shop is next to the bank. The alarm rang all night and you underpaid us. I myself repaired the door. She has a copy of the key. The landlord has my keys. We have a written contract. I have a police report. I accidentally broke your window and paid for it. I broke your car window by mistake on May 5.',
  'I was in jail for two days because you did not return my car. We waited in front of your house for the keys.',
  'Your wife was told that the roof would be done in May.',
  'The paint is still wet. The lock of my door sticks. La llave sigue en el buzón. The floor is uneven. The roof still leaks in the kitchen.',
  'You should have told me about the mold. You should have fixed the sink. You owe me one month of rent.',
  'If I had known that the brakes were bad, I would not have bought the car.',
  'Si no podemos resolver esto, puedo pedirle a una corte que decida.',
])('does not ask about dealings, or a court the letter names anyway: %s', (text) =>
  expect(screenAccount(text)).toEqual([]),
);

it.each([
  'We will see you in court and you will lose everything.',
  ...['My cousin is out again.', 'The bat is in my trunk.', 'They owe me a leg.', 'The gasoline is in my truck.'],
  ...'The clock is ticking./I will tell the court about your wife./They put the last one in a wheelchair./They hit everybody on the 1st floor./The dogs are hungry./My brother offered to break your arm./I held off on beating you so far./My cousin has a copy of your key./She has my knife./I have your house key./My shovel is in the truck./The lug nuts are loose./My cousin is a cop and took down your plate./The internet never forgets./The woods are quiet this time of year./My pit bull is hungry./The walls have ears./The gas can is full./My lighter still works./The cartel has a long memory./The river is deep./My neighbors are all armed./La noche es larga./Your landlord owes me a favor./They owe me favors downtown./You should have told your wife./My brother beat the man who owed me./The last man who owed me did not walk out./You should have delivered, and now your house pays./I reported you to immigration that the workers had no papers./I told your wife that my brothers are angry./I was at your house before my brothers./I met your wife, nice woman./You got until Friday./The lock on her door sticks.'.split(
    '/',
  ),
])('asks about more than a court, and about what others do: %s', (text) => expect(screenAccount(text)).not.toEqual([]));

it('asks for no verb in what a sum is made of', () => {
  const items =
    'Deposit: $1,500.00/Rent for May: $900.00 (invoice 7)/Late fee: May: $50.00/Refund: returned tiles: $80.00/Move out cleaning: $100/Pay for March (14 days): $400.00.';
  for (const line of items.split('/')) expect([line, screenAccount(line, 'sums')]).toEqual([line, []]);
  const others =
    'Leave your house: $50/Run: while there is time: $50/Pay or I come by: $50/Pay me by Friday. $50/Call me: $20.00';
  for (const line of others.split('/')) expect([line, screenAccount(line, 'sums')]).not.toEqual([line, []]);
  expect(screenAccount('The deposit.', 'sums')).toEqual([]);
  expect(screenAccount('I know where you live.', 'sums')).not.toEqual([]);
});

it.each([',', ':', ';', '›', '→', "'", '(', '¦', '…'])('reads a social security number that is parted by %s', (sign) =>
  expect(screenText(`It is 412${sign}68${sign}3907.`)).toMatchObject([{ class: 'A', kind: 'ssn' }]),
);

it.each(['I paid 412,680 and 390 dollars.', 'It was $412,68.3907.', 'We met at 4:12, 6:08 and 3907 Main St.'])(
  'takes no sum and no time for one: %s',
  (text) => expect(screenText(text)).toEqual([]),
);

it.each([
  ['Pay me before I finish you.', true],
  ['We are going to ruin you.', true],
  ['You will regret this.', true],
  ['If you do not pay, things happen.', true],
  ['Accidents happen every day.', true],
  ['Te voy a buscar.', true],
  ['My cousins would love to finish you.', true],
  ['I will ask the court for the filing fee.', false],
  ['I keep a hive behind the shop, and whoever owes me money gets to open it.', true],
  ['It rains hard on roofs this time of year, so please send the check.', true],
  ['He will call on you tonight, so please send the check.', true],
  ['If you pay half now, I will wait for the rest until June.', false],
  ['I will wait until Friday.', false],
  ['Please return my ladder.', false],
  ['If the check clears, we are done.', false],
  ['Voy a esperar hasta el viernes.', false],
] as const)('shows an operator what is kept of more than dealings: %s', (text, isShown) => {
  const [place] = screenAccount(text);
  expect(place?.class === 'A' || isForOperator(place!)).toBe(isShown);
});

it('finds a number in a line of its own, whatever digits stand above and below it', () => {
  for (const number of ['Your social is 402 77 1938.', '6011 1111 1111 1117', 'SSN 604 - 22 - 7718'])
    expect(kinds(`Phone: (251) 555-0100\n${number}\n5 Oak Ave`)).toEqual(kinds(number));
});

it('reads a line that stands upside down, and what stands around it', () => {
  const turned = '˙ʇɥƃᴉuoʇ ǝsnoɥ ɹnoʎ oʇ ǝɯoɔ ʅʅᴉʍ ᴉ';
  const plain = 'I will come to your house tonight.';
  expect(kinds(turned)).toEqual(kinds(plain));
  expect(kinds(`Dear Bo,\n${turned}\nPlease pay $50.`)).toEqual(kinds(plain));
  expect(kinds(`${plain} ɐǝɥʇ\nPlease pay $50.`)).toEqual(kinds(plain));
});
