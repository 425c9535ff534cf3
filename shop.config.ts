/** For the owner to edit: names, contacts and promotions shown in the shop. Secrets go into environment variables, not here. */
export const shop = {
  brand: 'Jara',
  tagline: 'Street style from Lagos, with a little extra.',
  blurb:
    'Jara is the extra a Lagos trader adds for free. We cut it into every piece: heavier cotton, better prints, one more pocket.',
  /** The colours that phones and browsers use around the shop; the pages' own colours are in ui/style/theme.css. */
  colours: { ink: '#0b0b0b', paper: '#f4f1ea' },
  phone: '+234 800 000 5272',
  email: 'hello@jara.example',
  whatsapp: '2348000005272',
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/jara.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@jara.example' },
    { name: 'X', url: 'https://x.com/jara_example' },
  ],
  /** Offered where the search box is still empty. */
  popularSearches: ['hoodie', 'cargo', 'adire', 'sale under 20k'],
  promo: {
    banner: 'UP TO 25% OFF NEW ARRIVALS',
    delivery: 'Worldwide delivery',
    block: 'Save Up to 25%',
    text: 'On new arrivals and on what Lagos buys most, while it lasts. The old price is shown next to the new one.',
  },
  /**
   * Days without dispatch or delivery. Weekends, fixed holidays and Easter are computed. List here the Islamic feasts (these
   * are the expected days: correct them once they are announced) and your own days off. Keep past days: the delivery dates
   * promised to earlier orders are computed from them.
   */
  holidays: ['2027-03-09', '2027-03-10', '2027-05-17', '2027-05-18', '2027-08-16'],
} as const
