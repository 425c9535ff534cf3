/** What an owner edits: names, contacts and promises shown in the shop. No secrets here; those are environment variables. */
export const shop = {
  brand: 'Jara',
  tagline: 'Street style from Lagos, with a little extra.',
  blurb:
    'Jara is the extra a Lagos trader adds for free. We cut it into every piece: heavier cotton, better prints, one more pocket.',
  /** What phones and browsers paint around the shop; web/styles.css has the pages' own colours. */
  colours: { ink: '#0b0b0b', paper: '#f4f1ea' },
  phone: '+234 800 000 5272',
  email: 'hello@jara.example',
  whatsapp: '2348000005272',
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/jara.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@jara.example' },
    { name: 'X', url: 'https://x.com/jara_example' },
  ],
  promo: {
    banner: 'UP TO 25% OFF NEW ARRIVALS',
    delivery: 'Worldwide delivery',
    block: 'Save Up to 25%',
    text: 'On new arrivals and on what Lagos buys most, while it is here. The old price stands beside the new one.',
  },
  /**
   * Days on which nothing is dispatched or delivered, besides weekends and the holidays of fixed dates and of Easter,
   * which are computed. Here: the Islamic feasts, which are announced (these are the expected days: correct them then),
   * and days off of your own. Leave past days in: the dates promised to orders of then are computed from them.
   */
  holidays: ['2027-03-09', '2027-03-10', '2027-05-17', '2027-05-18', '2027-08-16'],
} as const
