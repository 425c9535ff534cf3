import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SavedAddress } from '#shared/contract/address.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { addressesQuery } from '#web/data/query.ts'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { useOpenOverlay } from '#web/state/overlay.ts'

const AddressBook = lazyComponent(() => import('./address-book.tsx'), 'AddressBook')

/**
 * For a member: the addresses of their past orders. The default fills a form in which no address is typed yet; the others
 * are offered, and can be corrected and removed.
 */
export function SavedAddresses({
  token,
  isBlank,
  onUse,
}: {
  token: string
  /** Whether no address is typed yet. */
  isBlank: () => boolean
  onUse: (address: SavedAddress) => void
}) {
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const openOverlay = useOpenOverlay()
  const query = addressesQuery(api, token)
  const { data: saved = [] } = useQuery(query)
  const [first] = saved
  const fillIn = useEffectEvent((address: SavedAddress) => {
    if (isBlank()) onUse(address)
  })
  useEffect(() => {
    if (first) fillIn(first)
  }, [first])
  if (saved.length === 0) return null
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        aria-haspopup="dialog"
        className="sm:col-span-2 sm:justify-self-start"
        onClick={() => openOverlay('addresses')}
      >
        {`Saved Addresses (${saved.length})`}
      </Button>
      <OverlayWhenOpened name="addresses">
        {(dialog) => (
          <AddressBook
            {...dialog}
            saved={saved}
            token={token}
            onChanged={(list) => client.setQueryData(query.queryKey, list)}
            onUse={(address) => {
              onUse(address)
              dialog.onClose()
            }}
          />
        )}
      </OverlayWhenOpened>
    </>
  )
}
