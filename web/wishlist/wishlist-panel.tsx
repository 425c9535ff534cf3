import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CartItem } from '#shared/cart.ts'
import { ApiError } from '#shared/client/api.ts'
import { firstImage } from '#shared/colour.ts'
import { LOW_STOCK_MAX } from '#shared/limits.ts'
import { shownPrice } from '#shared/price.ts'
import { addLabel, initialChoice, quantityOf, stockNote } from '#shared/purchase.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/overlay/panel.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useAddToCart } from '#web/cart/use-add-to-cart.tsx'
import type { Api } from '#web/data/api.ts'
import { productQuery } from '#web/data/query.ts'
import { EmptyPanel } from '#web/item/empty-panel.tsx'
import { ItemRow } from '#web/item/item-row.tsx'
import { Price } from '#web/item/price.tsx'
import { useProductLink } from '#web/item/product-link.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { serverNowMs } from '#web/state/server-clock.ts'
import { useWishlist, type WishlistItem } from '#web/state/wishlist.ts'

export function WishlistPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const items = useWishlist((list) => list.items)
  const { api } = useRouter().options.context
  useEffect(() => {
    // Loaded apart, as the home page loads it too. Without a network the list stays as it was.
    if (isOpen) import('./check-wishlist.ts').then(({ checkWishlist }) => checkWishlist(api)).catch(() => {})
  }, [api, isOpen])
  return (
    <Panel
      title={`Wishlist (${items.length})`}
      description="Your favorite products"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        items.length > 0 && (
          <Button variant="secondary" className="w-full" onClick={clear}>
            Clear Wishlist
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyPanel
          icon="heart"
          title="Your wishlist is empty"
          text="Add products you love to save them for later"
        />
      ) : (
        <ul className="ruled">
          {items.map((item) => (
            <WishlistCard key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WishlistCard({ item }: { item: WishlistItem }) {
  const isOut = item.qtyAvailable <= 0
  return (
    <ItemRow
      item={item}
      link={useProductLink(item)}
      isFaded={isOut}
      remove={{ label: `Remove ${item.name}`, onPress: () => remove(item) }}
    >
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm">
        <Price price={item.price} className={isOut ? 'text-ink-mute' : ''} />
        {item.isGone && <span className="font-semibold text-bad text-xs">No longer sold</span>}
        {!isOut && item.qtyAvailable <= LOW_STOCK_MAX && (
          <span className="font-semibold text-accent-text text-xs">{stockNote(item.qtyAvailable)}</span>
        )}
      </p>
      <div className="mt-auto grid pt-3">
        {isOut ? (
          <Button size="sm" disabled>
            Out of Stock<span className="sr-only">: {item.name}</span>
          </Button>
        ) : (
          <AddButton item={item} />
        )}
      </div>
    </ItemRow>
  )
}

function AddButton({ item }: { item: WishlistItem }) {
  const { history, options } = useRouter()
  const overlay = useOverlay()
  const addToCart = useAddToCart()
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setIsBusy(true)
    const { toAdd, toChoose } = await askForWished(item, options.context)
    setIsBusy(false)
    if (toAdd) addToCart(toAdd)
    if (toChoose === undefined) return
    if (history.location.state.overlay === 'wishlist') overlay.open(`quick-view:${item.id}`)
    // The shopper has left the wishlist: a toast, since no dialog may open over another screen.
    else toast({ title: `Choose a ${toChoose}`, description: item.name })
  }
  return (
    <Button size="sm" isBusy={isBusy} onClick={() => void add()}>
      Add to Cart<span className="sr-only">: {item.name}</span>
    </Button>
  )
}

function remove(item: WishlistItem): void {
  const { remove: removeFromList, restore, items } = useWishlist.getState()
  const position = items.indexOf(item)
  removeFromList(item.id)
  toast({
    title: 'Removed from Wishlist',
    actions: [{ label: 'Undo', onSelect: () => restore(item, position) }],
  })
}

function clear(): void {
  const { items, clear: clearList, restore } = useWishlist.getState()
  clearList()
  toast({ title: 'Wishlist cleared', actions: [{ label: 'Undo', onSelect: () => items.forEach(restore) }] })
}

/**
 * What to add to the cart for a product of the wishlist, or what must be chosen first, such as 'color and size'. With neither
 * it can't be bought, which a toast has said. The stock is requested from the server now, as the wishlist may be old.
 */
async function askForWished(
  wished: WishlistItem,
  { queryClient, api }: { queryClient: QueryClient; api: Api },
): Promise<{ toAdd?: Omit<CartItem, 'quantity'>; toChoose?: string }> {
  const query = { ...productQuery(api, wished.id), staleTime: 0 }
  const response = await queryClient.fetchQuery(query).catch(asMessage)
  if (typeof response === 'string') {
    toast({ title: 'Error', description: response, tone: 'destructive' })
    return {}
  }
  const { product } = response
  const { color, size } = initialChoice(product)
  if (color === null || size === null)
    return { toChoose: [color === null && 'color', size === null && 'size'].filter(Boolean).join(' and ') }
  if (addLabel(product, { color, size }) === 'OUT OF STOCK') {
    toast({ title: 'Out of Stock', description: `${product.name} has just sold out.`, tone: 'destructive' })
    return {}
  }
  const toAdd = {
    id: product.id,
    name: product.name,
    image: firstImage(product, color),
    price: shownPrice(product, serverNowMs()).price,
    color,
    size,
    qtyAvailable: quantityOf(product, color, size),
  }
  return { toAdd }
}

function asMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  throw error
}
