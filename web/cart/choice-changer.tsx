import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { type CartItem, type CartKey, cartQuantity, isSameLine, isSoldOut } from '#shared/cart.ts'
import { changeChoice, listChoices } from '#shared/change-choice.ts'
import { type ColorAndSize, choiceTitle, choiceWords, lineName } from '#shared/choice-words.ts'
import { firstImage } from '#shared/colour.ts'
import type { StockEntry } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { Button, RetryButton } from '#ui/button.tsx'
import { Select } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { productQuery } from '#web/data/query.ts'
import { useCart, withoutSoldOut } from '#web/state/cart.ts'
import { serverNowMs } from '#web/state/server-clock.ts'
import { allThereIs } from './add-one.ts'

/** The colour and size of a cart line, and a way to change them. The options are fetched when wanted. */
export function ChoiceChanger({
  item,
  isJustChanged,
  onChanged,
}: {
  item: CartItem
  isJustChanged: boolean
  onChanged: (key: CartKey) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // At once: a drawer whose focused control vanished takes the focus itself, and again a frame later.
  useLayoutEffect(() => {
    if (isJustChanged) button.current?.focus()
  }, [isJustChanged])
  return (
    <>
      <p className="-mb-2 flex flex-wrap items-center gap-x-3 text-xs">
        <span className="inline-block text-ink-mute first-letter:uppercase">{choiceWords(item)}</span>
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-label={`Change ${lineName(item)}`}
          className="link min-h-11 min-w-11"
          onClick={() => setIsOpen(!isOpen)}
        >
          Change
        </button>
      </p>
      {isOpen && (
        <Choices
          item={item}
          onChanged={onChanged}
          onUnchanged={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** Applied by a button: with a keyboard, a closed select changes with every arrow key. */
function Choices({
  item,
  onChanged,
  onUnchanged,
}: {
  item: CartItem
  onChanged: (key: CartKey) => void
  onUnchanged: () => void
}) {
  const [chosenKey, setChosenKey] = useState(stockKey(item))
  const { api } = useRouter().options.context
  const { data, isError, refetch } = useQuery(productQuery(api, item.id))
  if (data === undefined) {
    return isError ? (
      <div className="flex flex-wrap items-center gap-x-3">
        <Said role="alert">We couldn't load the other options.</Said>
        <RetryButton variant="secondary" size="sm" className="mt-2" onClick={() => void refetch()} />
      </div>
    ) : (
      <Said role="status">Loading the other options…</Said>
    )
  }
  const { product } = data
  const others = product.stock.filter(({ color, size }) => color !== item.color || size !== item.size)
  if (others.length === 0) return <Said role="status">No other colors or sizes.</Said>
  const choices = listChoices(product, item)
  /** The product's own count leaves out what this checkout holds for the line; the line's includes it. */
  const isOut = (entry: StockEntry) => (others.includes(entry) ? entry.quantity === 0 : isSoldOut(item))
  const take = () => {
    const chosen = others.find((entry) => stockKey(entry) === chosenKey)
    if (chosen === undefined) return onUnchanged()
    // It was chosen from older data, while the product was being requested again.
    if (isOut(chosen))
      return toast({ title: 'Sold out', description: `${choiceTitle(chosen)} has just sold out.` })
    const { color, size, quantity } = chosen
    const { price } = shownPrice(product, serverNowMs())
    const into = { id: item.id, color, size }
    const { items: before, revise } = useCart.getState()
    const items = changeChoice(before, item, {
      color,
      size,
      qtyAvailable: quantity,
      price,
      image: firstImage(product, color),
    })
    revise(({ unseen }) => ({ items, unseen: withoutSoldOut(unseen, into) }))
    const line = items.find((each) => isSameLine(each, into))
    if (line && cartQuantity(items) < cartQuantity(before)) toast(allThereIs(line))
    onChanged(into)
  }
  return (
    <Field label={choiceLabel(choices)} required className="mt-2">
      <div className="flex flex-wrap gap-2">
        <Select
          className="min-w-0 grow"
          value={chosenKey}
          onChange={({ target }) => setChosenKey(target.value)}
          options={choices.map((entry) => ({
            value: stockKey(entry),
            label: choiceTitle(entry) + (isOut(entry) ? ' (sold out)' : ''),
            isDisabled: isOut(entry) && others.includes(entry),
          }))}
        />
        <Button size="sm" className="min-h-12 max-xs:w-full" onClick={take}>
          Update
        </Button>
      </div>
    </Field>
  )
}

const stockKey = ({ color, size }: { color: string; size: string }) => JSON.stringify([color, size])

/** What the choices differ in. */
function choiceLabel(choices: readonly ColorAndSize[]): string {
  const differ = (part: keyof ColorAndSize) => choices.some((choice) => choice[part] !== choices[0]?.[part])
  return [differ('color') ? 'Color' : '', differ('size') ? 'Size' : ''].filter(Boolean).join(' and ')
}

function Said({ role, children }: { role: 'status' | 'alert'; children: string }) {
  return (
    <p role={role} className="mt-1 text-ink-mute text-xs">
      {children}
    </p>
  )
}
