import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LOW_STOCK_MAX } from '#shared/limits.ts'
import { stockNote } from '#shared/purchase.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast-store.ts'
import { ItemRow } from '#web/item/item-row.tsx'
import { Price } from '#web/item/price.tsx'
import { useOverlay } from '#web/state/overlay.ts'
import { useProductLink } from '#web/state/use-product-link.ts'
import { useWishlist, type WishlistItem } from '#web/state/wishlist.ts'
import { addFromWishlist } from './add-from-wishlist.ts'
import { EmptyPanel } from './empty-panel.tsx'

export function WishlistPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const items = useWishlist((list) => list.items)
  const { api } = useRouter().options.context
  useEffect(() => {
    // Loaded apart, as the home page loads it too. Without a network the list stays as it was.
    if (isOpen)
      import('#web/state/check-wishlist.ts').then(({ checkWishlist }) => checkWishlist(api)).catch(() => {})
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
      link={useProductLink(item.id)}
      isFaded={isOut}
      remove={{ label: `Remove ${item.name}`, onPress: () => remove(item) }}
    >
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm">
        <Price price={item.price} className={isOut ? 'text-ink-mute' : ''} />
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
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setIsBusy(true)
    const toChoose = await addFromWishlist(item.id, options.context)
    setIsBusy(false)
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
    action: { label: 'Undo', onSelect: () => restore(item, position) },
  })
}

function clear(): void {
  const { items, clear: clearList, restore } = useWishlist.getState()
  clearList()
  toast({ title: 'Wishlist cleared', action: { label: 'Undo', onSelect: () => items.forEach(restore) } })
}
