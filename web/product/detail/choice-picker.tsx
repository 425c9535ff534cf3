import { type ReactNode, useId } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { sizeState } from '#shared/purchase.ts'
import { classes } from '#ui/class-name.ts'
import { ColourDot } from '#web/product/colour-dot.tsx'
import { isColorAvailable } from './choose.ts'
import type { Purchase } from './use-purchase.ts'

type Props = { product: Product; purchase: Purchase }
/**
 * Help with sizes, where there is room for it: opening the size guide, and the alert for a sold-out size, unless it cannot
 * come back.
 */
type SizeHelp = {
  onGuide: (() => void) | undefined
  onSoldOut: ((size: string) => void) | undefined
}

/** Colours and sizes, each group only where the product has it. */
export function ChoicePicker({ product, purchase, sizeHelp }: Props & { sizeHelp?: SizeHelp }) {
  return (
    <div className="grid gap-6 empty:hidden">
      {product.variants.length > 0 && <Colours product={product} purchase={purchase} />}
      {product.sizes.length > 0 && <Sizes product={product} purchase={purchase} help={sizeHelp} />}
    </div>
  )
}

function Colours({ product, purchase }: Props) {
  const id = useId()
  const { color: chosen } = purchase.choice
  return (
    <Group name="color" purchase={purchase} labelId={id}>
      <p id={id} className="text-sm">
        <span className="label mr-1 text-xs">Color</span>{' '}
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
                <span
                  className={classes(
                    'relative grid size-8 place-items-center rounded-full outline-offset-3',
                    color === chosen ? 'outline-2 outline-ink' : 'group-hover/swatch:outline',
                  )}
                >
                  <ColourDot color={color} className={classes('size-8', !isAvailable && 'opacity-40')} />
                  {!isAvailable && (
                    <span
                      aria-hidden="true"
                      className="absolute h-10 w-0.5 rotate-45 bg-ink outline-1 outline-paper"
                    />
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Group>
  )
}

/** The choices of one kind. A press that came too early has marked it and says what to do. */
function Group({
  name,
  purchase,
  labelId,
  children,
}: {
  name: 'color' | 'size'
  purchase: Purchase
  labelId: string
  children: ReactNode
}) {
  const isMarked = purchase.marked === name
  return (
    <fieldset
      ref={purchase.groups[name]}
      aria-labelledby={labelId}
      className={classes(isMarked && 'notice -my-3 -mr-2.5 -ml-4 py-3 pr-2.5 pl-2.5')}
    >
      {children}
      <p role="alert" className={isMarked ? 'mt-2 font-semibold text-accent-text text-sm' : ''}>
        {isMarked && `Choose a ${name} first.`}
      </p>
    </fieldset>
  )
}

const STATE_WORDS = { 'sold-out': 'sold out', 'not-made': 'not made' } as const

function Sizes({ product, purchase, help }: Props & { help: SizeHelp | undefined }) {
  const id = useId()
  const { color, size: chosen } = purchase.choice
  const onSoldOut = help?.onSoldOut
  const sizes = product.sizes.map((size) => ({ size, state: sizeState(product, color, size) }))
  return (
    <Group name="size" purchase={purchase} labelId={id}>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p id={id} className="text-sm">
          <span className="label mr-1 text-xs">Size</span> <span className="text-ink-soft">{chosen}</span>
        </p>
        {help?.onGuide && (
          <button
            type="button"
            aria-haspopup="dialog"
            className="link min-h-11 text-sm noscript:hidden"
            onClick={help.onGuide}
          >
            Size guide
          </button>
        )}
      </div>
      <ul className="flex flex-wrap gap-2">
        {sizes.map(({ size, state }) => (
          <li key={size}>
            <SizeButton
              size={size}
              state={state}
              isChosen={size === chosen}
              onChoose={() => purchase.chooseSize(size)}
              onSoldOut={onSoldOut && (() => onSoldOut(size))}
            />
          </li>
        ))}
      </ul>
      {onSoldOut && sizes.some(({ state }) => state === 'sold-out') && (
        <p className="mt-2 text-ink-mute text-xs noscript:hidden">
          Your size sold out? Press it and we'll tell you when it's back.
        </p>
      )}
    </Group>
  )
}

/** A sold-out size opens the stock alert, where `onSoldOut` is given; it can never be chosen. */
function SizeButton({
  size,
  state,
  isChosen,
  onChoose,
  onSoldOut,
}: {
  size: string
  state: ReturnType<typeof sizeState>
  isChosen: boolean
  onChoose: () => void
  onSoldOut: (() => void) | undefined
}) {
  const isAvailable = state === 'available'
  const isAskable = state === 'sold-out' && onSoldOut !== undefined
  return (
    <button
      type="button"
      {...(isAskable ? { 'aria-haspopup': 'dialog' as const } : { 'aria-pressed': isChosen })}
      disabled={!isAvailable && !isAskable}
      onClick={isAskable ? onSoldOut : onChoose}
      className={classes(
        'grid min-h-12 min-w-12 place-items-center content-center border text-sm quick-colors lg:min-w-14',
        // XS to XXL fit in one row at 360 px, even when some of them are marked as sold out.
        isAvailable ? 'px-1.5 lg:px-3' : 'px-0.5 lg:px-1.5',
        'aria-pressed:chosen',
        isAvailable && 'border-line-strong font-bold hover:border-ink',
        state === 'sold-out' && 'border-line bg-paper-deep text-ink-mute aria-pressed:bg-ink-soft',
        isAskable && 'hover:border-ink hover:text-ink',
        state === 'not-made' && 'border-line border-dashed text-ink-mute',
      )}
    >
      <span className={classes('leading-tight', state === 'sold-out' && 'line-through')}>{size}</span>
      {!isAvailable && (
        <span className="text-2xs leading-tight">
          <span className="sr-only">, </span>
          <span>{STATE_WORDS[state]}</span>
          {isAskable && <span className="sr-only">, tell me when it's back</span>}
        </span>
      )}
    </button>
  )
}
