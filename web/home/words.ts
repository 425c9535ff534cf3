import { shop } from '#shop.config'

/** The texts of the home page; its pictures are in ./picture. Each kind has exactly this many, in this order. */
export const home = {
  slides: [
    { title: 'Fresh off the line', action: 'New in' },
    { title: 'What Lagos wears', action: 'Best sellers' },
    { title: 'Last price, my customer', action: 'On sale' },
    { title: 'The whole market', action: 'All merch' },
  ],
  story: {
    title: `${shop.brand} is the extra you did not pay for`,
    blocks: [
      {
        title: 'Heavier cotton',
        text: 'Combed and pre-washed, so a tee hangs straight on the hottest bus and is still black after fifty washes.',
      },
      {
        title: 'Better prints',
        text: 'Screens and ink, pulled by hand in Lagos. What the street says, set so large that the street can read it.',
      },
      { title: 'One more pocket', text: 'Ask any trader for a little extra. We sew ours in.' },
    ],
  },
  promises: [
    {
      title: 'Happiness Guaranteed',
      text: 'Not the fit, not the feeling? Send it back unworn and we’ll exchange it or refund you.',
    },
    {
      title: 'Friendly, Fast Assistance',
      text: 'Call, write or send a WhatsApp. A person in Lagos answers, and knows the clothes.',
    },
    {
      title: 'Worry-Free Checkout',
      text: 'You pay on our payment provider’s own page. Your card details never reach this shop.',
    },
    {
      title: shop.promo.delivery,
      text: 'Across Nigeria by courier in days. Anywhere else? Write to us and it travels.',
    },
  ],
} as const
