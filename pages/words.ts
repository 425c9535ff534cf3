/**
 * What the shop says in several places, each written once. The pages of this folder have it as {returns}, {arrival},
 * {dispatch}, {delivery} and {severalOrders}.
 */
export const words = {
  /** On the page of every product too, unless the product tells something else: the columns returns and arrival of an import. */
  returns:
    'Not right? Send it back unworn, with its label, and get another size or your money. Faulty, or not what you ordered? We collect it at our cost. Write to us first.',
  arrival:
    'Sent within 1 working day of payment. Lagos: 1 working day later, usually the next business day for orders before 12 PM. Nationwide: about 2 to 5 business days.',
  /** The three parts of the shipping policy, which the checkout shows as well. */
  dispatch: [
    'We send orders by courier.',
    'Orders are dispatched within 1 working day after payment confirmation. Bank transfers are processed once the payment is verified.',
    'Orders placed before 12 PM in Lagos usually arrive the next business day.',
  ],
  delivery: [
    'Lagos orders are delivered within 1 working day after dispatch.',
    'Nationwide delivery takes about 2-5 business days.',
    'Please keep your phone close, so that the courier can reach you.',
  ],
  severalOrders: [
    'Separate orders are shipped and charged separately, so we recommend combining items into one order.',
  ],
}
