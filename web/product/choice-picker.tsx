import { useId } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { sizeState } from '#shared/purchase.ts'
import { classes } from '#web/ui/class-name.ts'
import { isColorAvailable } from './choose.ts'
import { ColourDot } from './colour-dot.tsx'
import type { Purchase } from './use-purchase.ts'

type Props = { product: Product; purchase: Purchase }

/** Colours and sizes, each group only where the product has it. */
export function ChoicePicker({ product, purchase }: Props) {
  return (
    <div className="grid gap-6">
      {product.variants.length > 0 && <Colours product={product} purchase={purchase} />}
      {product.sizes.length > 0 && <Sizes product={product} purchase={purchase} />}
    </div>
  )
}

function Colours({ product, purchase }: Props) {
  const id = useId()
  const { color: chosen } = purchase.choice
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="text-sm">
        <span className="label mr-1 text-xs">Colour</span>{' '}
        <span className="text-ink-soft capitalize">{chosen}</span>
      </p>
      <ul className="mt-2 -ml-1.5 flex flex-wrap">
        {product.variants.map((color) => {
          const isAvailable = isColorAvailable(product, color)
          return (
            <li key={color}>
              <button
                type="button"
                aria-pressed={color === chosen}
                aria-label={isAvailable ? color : `${color}, sold out`}
                title={isAvailable ? color : `${color}, sold out`}
                onClick={() => purchase.chooseColor(color)}
                className="group/swatch tap grid place-items-center"
              >
                <span className="relative grid size-8 place-items-center rounded-full outline-offset-3 group-hover/swatch:outline group-aria-pressed/swatch:outline-2 group-aria-pressed/swatch:outline-ink">
                  <ColourDot color={color} className={classes('size-8', !isAvailable && 'opacity-40')} />
                  {!isAvailable && (
                    <span
                      aria-hidden="true"
                      className="absolute h-10 w-0.5 rotate-45 bg-ink ring-1 ring-paper"
                    />
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

const STATE_WORDS = { 'sold-out': 'sold out', 'not-made': 'not made' } as const

function Sizes({ product, purchase }: Props) {
  const id = useId()
  const { color, size: chosen } = purchase.choice
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="text-sm">
        <span className="label mr-1 text-xs">Size</span> <span className="text-ink-soft">{chosen}</span>
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {product.sizes.map((size) => {
          const state = sizeState(product, color, size)
          const isAvailable = state === 'available'
          return (
            <li key={size}>
              <button
                type="button"
                aria-pressed={size === chosen}
                disabled={!isAvailable}
                onClick={() => purchase.chooseSize(size)}
                className={classes(
                  'grid min-h-12 min-w-14 place-items-center content-center border px-3 text-sm transition-colors',
                  'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper',
                  isAvailable && 'border-line-strong font-bold hover:border-ink',
                  state === 'sold-out' && 'border-line bg-paper-deep text-ink-mute aria-pressed:bg-ink-soft',
                  state === 'not-made' && 'border-line border-dashed text-ink-mute',
                )}
              >
                <span className={classes('leading-tight', state === 'sold-out' && 'line-through')}>
                  {size}
                </span>
                {state !== 'available' && (
                  <span className="text-[0.625rem] leading-tight">
                    <span className="sr-only">, </span>
                    {STATE_WORDS[state]}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
