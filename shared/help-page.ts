/** The pages that the shop itself links to, as its footer lists them. */
export const HELP_PAGES = [
  { id: 'delivery', label: 'Delivery' },
  { id: 'returns', label: 'Returns' },
  { id: 'size-guide', label: 'Size guide' },
  { id: 'contact', label: 'Contact' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'terms', label: 'Terms' },
] as const
