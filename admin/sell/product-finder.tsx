import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { productSearchQuery } from '#admin/data/catalogue-query.ts'
import { useRested } from '#admin/data/use-rested.ts'
import { Thumb } from '#admin/order/thumb.tsx'
import type { CartItem } from '#shared/cart.ts'
import { formatNaira } from '#shared/naira.ts'
import { shownPrice } from '#shared/price.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { ChoicePicker } from './choice-picker.tsx'

/** Finds a product by its name, then asks for colour and size. */
export function ProductFinder({ onAdd }: { onAdd: (line: CartItem) => void }) {
  const { api } = useRouter().options.context
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const search = useRested(typed.trim())
  const { data, error } = useQuery(productSearchQuery(api, search))
  const found = search === '' ? undefined : data?.products
  return (
    <div className="grid gap-3">
      <Field label="Add a product">
        <TextInput
          type="search"
          placeholder="Its name, colour or kind"
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(undefined)
          }}
        />
      </Field>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {error?.message ?? (found?.length === 0 ? 'No product has these words.' : '')}
      </p>
      {chosen === undefined ? (
        <ul className="ruled">
          {found?.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                className="flex min-h-14 w-full items-center gap-3 py-2 text-left hover:bg-paper-bright"
                onClick={() => setChosen(product.id)}
              >
                <Thumb src={product.image} />
                <span className="min-w-0 grow font-semibold wrap-anywhere">{product.name}</span>
                <span className="grid justify-items-end">
                  <span className="money font-bold">
                    {formatNaira(shownPrice(product, Date.now()).price)}
                  </span>
                  <span className="text-ink-mute text-sm">
                    {product.qtyAvailable === 0 ? 'Sold out' : `${product.qtyAvailable} left`}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <ChoicePicker
          productId={chosen}
          onBack={() => setChosen(undefined)}
          onAdd={(line) => {
            onAdd(line)
            setChosen(undefined)
            setTyped('')
          }}
        />
      )}
    </div>
  )
}
