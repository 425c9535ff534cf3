import { choiceWords } from '#shared/choice-words.ts'
import type { Order } from '#shared/contract/order.ts'
import { formatKobo, formatNaira, koboFromNaira } from '#shared/naira.ts'
import { ItemRow } from '#web/item/item-row.tsx'

/** As they were bought: current prices and pictures may differ. */
export function OrderItems({ items }: { items: Order['items'] }) {
  return (
    <ul className="ruled border-line border-b">
      {items.map((item) => (
        <ItemRow
          key={`${item.productId} ${item.color} ${item.size}`}
          item={item}
          link={{ to: '/products/$id', params: { id: item.productId } }}
        >
          <p className="mt-1 text-ink-mute text-sm first-letter:uppercase">{choiceWords(item)}</p>
          <div className="tabular mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3">
            <p className="text-sm">
              Quantity: {item.quantity}{' '}
              <span aria-hidden="true" className="text-ink-mute">
                ·
              </span>{' '}
              <span className="whitespace-nowrap text-ink-mute">
                {formatNaira(item.price)}
                {item.quantity > 1 && ' each'}
              </span>
            </p>
            <p className="ml-auto whitespace-nowrap font-bold">
              {formatKobo(koboFromNaira(item.price) * item.quantity)}
            </p>
          </div>
        </ItemRow>
      ))}
    </ul>
  )
}
