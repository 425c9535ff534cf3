import { useHydrated, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { type AddLabel, addLabel, type Choice, initialChoice, quantityOf } from '#shared/purchase.ts'
import { toast } from '#ui/toast-store.ts'
import { useShownPrice } from '#web/product/use-shown-price.ts'
import { addOne } from '#web/state/add-one.ts'
import { useCart } from '#web/state/cart.ts'
import { restoreCart } from '#web/state/restore-cart.ts'
import { chooseColor, firstChoice } from './choose.ts'
import type { WantedChoice } from './wanted-choice.ts'

export type Purchase = {
  choice: Choice
  chooseColor: (color: string) => void
  chooseSize: (size: string) => void
  /** The current price in naira. */
  price: number
  original: number | null
  label: AddLabel
  canBuy: boolean
  /** The stock of the chosen colour and size once both are chosen, until then that of the whole product. */
  left: number
  addToCart: () => void
  /** Replaces the cart with this item, which can be undone, and goes to checkout. */
  buyNow: () => void
}

/**
 * Choosing and buying one product: the same on its page and in its quick view. `wanted` is applied after the first paint,
 * which is the same for every link to the product. `onChosen` is called with what the shopper chose.
 */
export function usePurchase(
  product: Product,
  wanted: WantedChoice = {},
  onChosen: (choice: Choice) => void = () => {},
): Purchase {
  const [choice, setChoice] = useState(() => initialChoice(product))
  const isHydrated = useHydrated()
  const [isWantedTaken, setWantedTaken] = useState(false)
  if (isHydrated && !isWantedTaken) {
    setWantedTaken(true)
    setChoice(firstChoice(product, wanted))
  }
  /** A shopper may choose before `wanted` is applied: their choice stays. */
  const choose = (next: Choice) => {
    setWantedTaken(true)
    setChoice(next)
    onChosen(next)
  }
  const { price, original } = useShownPrice(product)
  const router = useRouter()
  /** Where in the history Buy Now has led. */
  const bought = useRef<unknown>(undefined)
  const { color, size } = choice
  const left = color === null || size === null ? product.qtyAvailable : quantityOf(product, color, size)
  const label = addLabel(product, choice)
  const { id, name, image } = product
  const item = { id, name, price, image, color: color ?? '', size: size ?? '', qtyAvailable: left }
  return {
    choice,
    chooseColor: (next) => choose(chooseColor(product, choice, next)),
    chooseSize: (next) => choose({ ...choice, size: next }),
    price,
    original,
    label,
    canBuy: label === 'ADD TO CART',
    left,
    addToCart: () => toast(addOne(item) ?? { title: 'Added to Cart' }),
    buyNow: () => {
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
        action: { label: 'Undo', onSelect: () => restoreCart(replaced) },
      })
    },
  }
}
