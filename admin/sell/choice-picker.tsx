import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { productQuery } from '#admin/data/catalogue-query.ts'
import { firstImage } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'
import { LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'
import { shownPrice } from '#shared/price.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { Stepper } from '#ui/form/stepper.tsx'
import type { SaleLine } from './line.ts'

type Picked = { onBack: () => void; onAdd: (line: SaleLine) => void }

/** Colour, size and how many of one product, with what is left of each. */
export function ChoicePicker({ productId, ...picked }: Picked & { productId: string }) {
  const { api } = useRouter().options.context
  const query = useQuery(productQuery(api, productId))
  return query.data ? <Choices product={query.data.product} {...picked} /> : <NotLoaded {...query} />
}

function Choices({ product, onBack, onAdd }: Picked & { product: Product }) {
  const { variants, sizes, stock } = product
  const [color, setColor] = useState(variants.length === 1 ? variants[0] : undefined)
  const [size, setSize] = useState(sizes.length === 1 ? sizes[0] : undefined)
  const [wanted, setWanted] = useState(1)
  const left = (of: { color?: string | undefined; size?: string | undefined }) =>
    stock
      .filter((entry) => of.color === undefined || entry.color === of.color)
      .filter((entry) => of.size === undefined || entry.size === of.size)
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const isChosen =
    (variants.length === 0 || color !== undefined) && (sizes.length === 0 || size !== undefined)
  const available = isChosen ? left({ color: color ?? '', size: size ?? '' }) : 0
  const most = Math.min(available, LINE_QUANTITY_MAX)
  const quantity = Math.max(1, Math.min(wanted, most))
  const { price } = shownPrice(product, Date.now())
  return (
    <section aria-label={product.name} className="grid gap-4 border border-ink p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold text-lg wrap-anywhere">{product.name}</span>
        <span className="money font-bold">{formatNaira(price)}</span>
      </p>
      <Options
        title="Colour"
        options={variants}
        chosen={color}
        onChoose={setColor}
        left={(each) => left({ color: each, size })}
      />
      <Options
        title="Size"
        options={sizes}
        chosen={size}
        onChoose={setSize}
        left={(each) => left({ color, size: each })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Stepper
          named={product.name}
          value={quantity}
          onLess={quantity > 1 ? () => setWanted(quantity - 1) : null}
          onMore={quantity < most ? () => setWanted(quantity + 1) : null}
        />
        <p role="status" className="text-ink-mute text-sm">
          {!isChosen ? 'Choose first' : available === 0 ? 'Sold out' : `${available} left`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={available === 0}
          onClick={() =>
            onAdd({
              productId: product.id,
              name: product.name,
              image: firstImage(product, color ?? ''),
              color: color ?? '',
              size: size ?? '',
              price,
              quantity,
              available,
            })
          }
        >
          Add
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </section>
  )
}

function Options({
  title,
  options,
  chosen,
  onChoose,
  left,
}: {
  title: string
  options: readonly string[]
  chosen: string | undefined
  onChoose: (option: string) => void
  left: (option: string) => number
}) {
  if (options.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-2 text-2xs">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === chosen}
            className={classes(
              'min-h-11 min-w-11 border border-line-strong px-3 text-sm capitalize',
              option === chosen && 'chosen',
              left(option) === 0 && 'line-through',
            )}
            onClick={() => onChoose(option)}
          >
            {option}
            {left(option) === 0 && <span className="sr-only">, sold out</span>}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
