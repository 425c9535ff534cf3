/** What the page of every product tells, unless the product tells something else: the columns returns and arrival of an import. */
export const FOR_ALL_PRODUCTS = {
  returns:
    'Not right? Send it back unworn, with its label, and get another size or your money. Faulty, or not what you ordered? We collect it at our cost. Write to us first.',
  arrival:
    'Sent within 1 working day of payment. Lagos: 1 working day later, usually the next business day for orders before 12 PM. Nationwide: about 2 to 5 business days.',
}
