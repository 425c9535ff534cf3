/** Makes something for each size of the catalogue once, the first time it is requested. */
export function oncePerSize<T>(make: (products: number) => Promise<T>): (products: number) => Promise<T> {
  const made = new Map<number, Promise<T>>()
  return (products) => {
    const known = made.get(products) ?? make(products)
    made.set(products, known)
    return known
  }
}
