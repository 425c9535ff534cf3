import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const DEMO = resolve(import.meta.dirname, '../../demo/catalogue')

type DemoProduct = { name: string; images: string[] }

/** Writes the demo catalogue to a folder, its products changed. Most of an import's time is its pictures'. */
export function writeDemoCatalogue(
  folder: string,
  change: (products: readonly DemoProduct[]) => readonly object[],
): void {
  cpSync(DEMO, folder, { recursive: true })
  const path = join(folder, 'products.json')
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
}

/** A product with its first pictures only. */
export const withPictures = <Product extends DemoProduct>(product: Product, count: number) => ({
  ...product,
  images: product.images.slice(0, count),
})
