import { Link } from '@tanstack/react-router'
import type { Order } from '#shared/contract/order.ts'
import { formatNaira, koboFromNaira, nairaFromKobo } from '#shared/naira.ts'
import { Picture } from '#web/ui/picture.tsx'
import { choiceWords } from './order-words.ts'

/** As they were bought: today's prices and pictures may be others. */
export function OrderItems({ items }: { items: Order['items'] }) {
  return (
    <ul>
      {items.map((item) => (
        <li
          key={`${item.productId} ${item.color} ${item.size}`}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-line border-b py-5"
        >
          <Link to="/products/$id" params={{ id: item.productId }} tabIndex={-1} aria-hidden="true">
            <Picture src={item.image} alt="" sizes="88px" className="aspect-4/5 w-full object-cover" />
          </Link>
          <div className="flex min-w-0 flex-col">
            <Link
              to="/products/$id"
              params={{ id: item.productId }}
              className="-my-3 py-3 font-bold leading-tight hover:underline"
            >
              {item.name}
            </Link>
            <p className="mt-1 text-ink-mute text-sm">{choiceWords(item)}</p>
            <div className="tabular mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3">
              <p className="text-sm">
                Quantity: {item.quantity}{' '}
                <span aria-hidden="true" className="text-ink-mute">
                  ·
                </span>{' '}
                <span className="text-ink-mute">
                  {formatNaira(item.price)}
                  {item.quantity > 1 && ' each'}
                </span>
              </p>
              <p className="ml-auto font-bold">
                {formatNaira(nairaFromKobo(koboFromNaira(item.price) * item.quantity))}
              </p>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
