import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useOverlay } from '#web/state/overlay.ts'
import { useWishlist, type WishlistItem } from '#web/state/wishlist.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { addWished } from './add-wished.ts'
import { EmptyPanel } from './empty-panel.tsx'
import { ItemPicture } from './item-picture.tsx'

export function WishlistPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const items = useWishlist((list) => list.items)
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
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Line({ item }: { item: WishlistItem }) {
  return (
    <li className="flex gap-4 py-5">
      <ItemPicture src={item.image} />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-start justify-between gap-1">
          <Link
            to="/products/$id"
            params={{ id: item.id }}
            replace
            className="line-clamp-2 font-semibold text-sm leading-snug hover:text-accent-text"
          >
            {item.name}
          </Link>
          <button
            type="button"
            aria-label={`Remove ${item.name}`}
            className="tap -mt-3 -mr-3 grid shrink-0 place-items-center text-ink-mute hover:text-bad"
            onClick={() => remove(item)}
          >
            <Icon name="trash" />
          </button>
        </div>
        <Price price={item.price} className="mt-1 text-sm" />
        <div className="mt-auto grid pt-3">
          <AddButton item={item} />
        </div>
      </div>
    </li>
  )
}

function AddButton({ item }: { item: WishlistItem }) {
  const { queryClient, api } = useRouter().options.context
  const overlay = useOverlay()
  const [isBusy, setIsBusy] = useState(false)
  if (item.qtyAvailable === 0) {
    return (
      <Button size="sm" disabled>
        Out of Stock
      </Button>
    )
  }
  const add = async () => {
    setIsBusy(true)
    const outcome = await addWished(item.id, { queryClient, api })
    setIsBusy(false)
    if (outcome === 'choose') overlay.open(`quick-view:${item.id}`)
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
