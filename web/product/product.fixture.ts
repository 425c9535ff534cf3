import type { Product } from '#shared/contract/product.ts'

export const PICTURE = `/pictures/${'a'.repeat(16)}-1080x1350-aabbcc`

/** A plain product, except for what a test overrides. */
export function aProduct(special: Partial<Product> = {}): Product {
  return {
    _id: 'p1',
    id: 'p1',
    name: 'Eko Tee',
    description: 'Heavy cotton.',
    price: 20_000,
    category: 'Tees & Tops',
    fabric: '',
    fit: '',
    care: '',
    returns: '',
    arrival: '',
    image: `${PICTURE}.jpg`,
    images: [`${PICTURE}.jpg`],
    variants: ['black'],
    sizes: ['M'],
    tags: [],
    ratings: 0,
    numReviews: 0,
    qtyAvailable: 2,
    discount: null,
    stock: [{ color: 'black', size: 'M', quantity: 2 }],
    ...special,
  }
}
