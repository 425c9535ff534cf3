import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { firstImage } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'
import { addLabel, type Choice, initialChoice, missingChoice, quantityOf } from '#shared/purchase.ts'
import { scrollBehavior } from '#ui/data-saver.ts'
import { toast } from '#ui/toast/toast.ts'
import { restoreCart } from '#web/cart/remove-from-cart.ts'
import { useAddToCart } from '#web/cart/use-add-to-cart.tsx'
import { useShownPrice } from '#web/product/use-shown-price.ts'
import { useCart } from '#web/state/cart.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { scrollKey } from '#web/state/scroll-memory.ts'
import { chooseColor, firstChoice } from './choose.ts'
import { type WantedChoice, wantedChoice } from './wanted-choice.ts'

export type Purchase = ReturnType<typeof usePurchase>

/**
 * Choosing and buying one product: the same on its page and in its quick view. `wanted` is applied after the first paint,
 * which is the same for every link to the product. `onChosen` is called with what the shopper chose.
 */
export function usePurchase(
  product: Product,
  wanted: WantedChoice = {},
  onChosen: (choice: Choice) => void = () => {},
) {
  const [choice, setChoice] = useState(() => initialChoice(product))
  const isHydrated = useHydrated()
  const [isPressedTooEarly, setPressedTooEarly] = useState(false)
  const [isWantedTaken, setWantedTaken] = useState(false)
  if (isHydrated && !isWantedTaken) {
    setWantedTaken(true)
    setChoice(firstChoice(product, wanted))
  }
  /** A shopper may choose before `wanted` is applied: their choice stays. */
  const choose = (next: Choice) => {
    setWantedTaken(true)
    setPressedTooEarly(false)
    setChoice(next)
    onChosen(next)
  }
  const { price, original } = useShownPrice(product)
  const router = useRouter()
  const add = useAddToCart()
  /** Where in the history Buy Now has led. */
  const bought = useRef<unknown>(undefined)
  const { color, size } = choice
  /** The stock of the chosen colour and size once both are chosen, until then that of the whole product. */
  const left = color === null || size === null ? product.qtyAvailable : quantityOf(product, color, size)
  const label = addLabel(product, choice)
  const missing = missingChoice(product, choice)
  const groups = { color: useRef<HTMLFieldSetElement>(null), size: useRef<HTMLFieldSetElement>(null) }
  /** Buys, or leads to what is still to be chosen, and marks it. */
  const orChoose = (buy: () => void) => () => {
    if (missing === null) return buy()
    setPressedTooEarly(true)
    leadTo(groups[missing].current)
  }
  const { id, name } = product
  const image = firstImage(product, color)
  const item = { id, name, price, image, color: color ?? '', size: size ?? '', qtyAvailable: left }
  return {
    /** What the cart gets. */
    item,
    choice,
    chooseColor: (next: string) => choose(chooseColor(product, choice, next)),
    chooseSize: (next: string) => choose({ ...choice, size: next }),
    price,
    original,
    label,
    canBuy: label === 'ADD TO CART',
    missing,
    /** The group of choices that a press has led to. */
    marked: isPressedTooEarly ? missing : null,
    groups,
    left,
    addToCart: orChoose(() => add(item)),
    /** Replaces the cart with this item, which can be undone, and goes to checkout. */
    buyNow: orChoose(() => {
      // A second press while the checkout loads: the cart has been replaced already.
      if (router.history.location === bought.current) return
      const replaced = useCart.getState()
      replaced.clear()
      replaced.add(item)
      void router.navigate({ to: '/checkout' })
      bought.current = router.history.location
      if (replaced.items.length === 0) return
      toast({
        title: 'Cart replaced',
        description: 'Buy Now takes only this item to the checkout.',
        actions: [{ label: 'Undo', onSelect: () => restoreCart(replaced) }],
      })
    }),
  }
}

/** The focus too: with a keyboard or a screen reader the choice goes on from there. */
function leadTo(group: HTMLElement | null): void {
  group?.querySelector<HTMLElement>('[aria-pressed]:not(:disabled)')?.focus({ preventScroll: true })
  group?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
}

/**
 * Puts a choice into the page's address (`shown`), so that a reload, Back and a copied link show it. The history entry
 * stays the same one, with its scroll position. While an overlay is open, such as search results, the current entry is the
 * overlay's: the choice is written once the page's own entry is current again.
 */
export function useChoiceInAddress(shown: WantedChoice): (choice: Choice) => void {
  const router = useRouter()
  const isCovered = useOverlay().current !== null
  const [chosen, setChosen] = useState<WantedChoice | null>(null)
  const isMissing = chosen !== null && (chosen.color !== shown.color || chosen.size !== shown.size)
  useEffect(() => {
    if (!isMissing || isCovered) return
    void router.navigate({
      to: '.',
      search: chosen,
      hash: true,
      state: (state) => ({ ...state, pageKey: scrollKey(router.latestLocation) }),
      replace: true,
    })
  }, [router, chosen, isMissing, isCovered])
  return (choice) => setChosen(wantedChoice(choice))
}
