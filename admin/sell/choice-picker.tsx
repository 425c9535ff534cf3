import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { productQuery } from '#admin/data/catalogue-query.ts'
import { type CartItem, mostOf } from '#shared/cart.ts'
import { firstImage } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'
import { countPieces } from '#shared/item-count.ts'
import { formatNaira } from '#shared/naira.ts'
import { shownPrice } from '#shared/price.ts'
import { type Choice, initialChoice, quantityOf } from '#shared/purchase.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { Stepper } from '#ui/form/stepper.tsx'

type Picked = { onBack: () => void; onAdd: (line: CartItem) => void }

/** Colour, size and how many of one product, with what is left of each. */
export function ChoicePicker({ productId, ...picked }: Picked & { productId: string }) {
  const { api } = useRouter().options.context
  const query = useQuery(productQuery(api, productId))
  return query.data ? <Choices product={query.data.product} {...picked} /> : <NotLoaded {...query} />
}

function Choices({ product, onBack, onAdd }: Picked & { product: Product }) {
  const { variants, sizes, stock } = product
  const [choice, setChoice] = useState(() => initialChoice(product))
  const [wanted, setWanted] = useState(1)
  const { color, size } = choice
  const left = (of: Choice) =>
    countPieces(
      stock
        .filter((entry) => of.color === null || entry.color === of.color)
        .filter((entry) => of.size === null || entry.size === of.size),
    )
  const available = color === null || size === null ? undefined : quantityOf(product, color, size)
  const most = mostOf({ qtyAvailable: available ?? 0 })
  const quantity = Math.min(wanted, most)
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
        onChoose={(each) => setChoice({ ...choice, color: each })}
        left={(each) => left({ ...choice, color: each })}
      />
      <Options
        title="Size"
        options={sizes}
        chosen={size}
        onChoose={(each) => setChoice({ ...choice, size: each })}
        left={(each) => left({ ...choice, size: each })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Stepper
          named={product.name}
          value={quantity}
          onLess={quantity > 1 ? () => setWanted(quantity - 1) : null}
          onMore={quantity < most ? () => setWanted(quantity + 1) : null}
        />
        <p role="status" className="text-ink-mute text-sm">
          {available === undefined ? 'Choose first' : available === 0 ? 'Sold out' : `${available} left`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!available}
          onClick={() => {
            if (color === null || size === null || !available) return
            const { id, name } = product
            const image = firstImage(product, color)
            onAdd({ id, name, image, color, size, price, quantity, qtyAvailable: available })
          }}
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
  chosen: string | null
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
