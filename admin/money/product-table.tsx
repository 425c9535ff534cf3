import type { Money } from '#shared/contract/admin/money.ts'
import { formatNaira } from '#shared/naira.ts'
import { DetailSection } from '#ui/detail.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'

/** What sold, before refunds. */
export function ProductTable({ products }: { products: Money['products'] }) {
  return (
    <DetailSection title="By product">
      {products.length === 0 ? (
        <p className="py-6 text-ink-soft">Nothing was sold in these days.</p>
      ) : (
        <ScrollRegion label="By product">
          <table className="w-full text-sm">
            <caption className="sr-only">Sold by product, before refunds</caption>
            <thead>
              <tr className="label text-2xs">
                <th scope="col" className="py-2 text-left">
                  Product
                </th>
                <th scope="col" className="py-2 pl-4 text-right">
                  Pieces
                </th>
                <th scope="col" className="py-2 pl-4 text-right">
                  Goods
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map(({ productId, name, pieces, goods }) => (
                <tr key={productId} className="border-line border-t">
                  <th scope="row" className="min-w-36 py-2 text-left font-semibold wrap-anywhere">
                    {name}
                  </th>
                  <td className="tabular pl-4 text-right">{pieces}</td>
                  <td className="money whitespace-nowrap pl-4 text-right">{formatNaira(goods)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </DetailSection>
  )
}
