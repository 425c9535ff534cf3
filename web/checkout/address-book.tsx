import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#shared/client/api.ts'
import type { SavedAddress } from '#shared/contract/address.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { AddressEditor } from './address-editor.tsx'

/** A member's addresses: to use one, correct it, make it the default or remove it. */
export function AddressBook({
  isOpen,
  onClose,
  saved,
  token,
  onChanged,
  onUse,
}: {
  isOpen: boolean
  onClose: () => void
  saved: readonly SavedAddress[]
  token: string
  onChanged: (saved: SavedAddress[]) => void
  onUse: (address: SavedAddress) => void
}) {
  const { api } = useRouter().options.context
  const [edited, setEdited] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /**
   * Carries out a change and shows the list as it is then; `failed` is the title if it is refused. Returns the messages at
   * fields, if it was refused for those.
   */
  async function change(
    failed: string,
    call: () => Promise<SavedAddress[]>,
  ): Promise<Record<string, string> | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    try {
      const left = await call()
      onChanged(left)
      if (left.length === 0) onClose()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ title: failed, description: error.message, tone: 'destructive' })
      return error.body?.fields
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title="Saved Addresses" isOpen={isOpen} onClose={onClose}>
      <ul className="ruled">
        {saved.map((address) => (
          <li key={address.id} className="grid gap-3 py-5 first:pt-0">
            <div className="flex flex-wrap items-center gap-3">
              <p className="wrap-anywhere font-bold">{address.fullName}</p>
              {address.isDefault && <Badge tone="good">Default</Badge>}
            </div>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {address.address}
              <br />
              {`${address.city}, ${address.state}`}
              <br />
              {address.phone}
            </p>
            {edited === address.id ? (
              <AddressEditor
                address={address}
                isBusy={isBusy}
                onCancel={() => setEdited(null)}
                onSave={(typed) =>
                  change('Address not saved', async () => {
                    const left = await api(
                      'post',
                      '/address/{id}',
                      { params: { id: address.id }, body: { address: typed } },
                      { token },
                    )
                    // By now another one may be edited.
                    setEdited((now) => (now === address.id ? null : now))
                    return left
                  })
                }
              />
            ) : (
              <div className="flex flex-wrap gap-3">
                <Button type="button" size="sm" onClick={() => onUse(address)}>
                  Deliver Here
                </Button>
                <Button type="button" size="sm" variant="secondary" onClick={() => setEdited(address.id)}>
                  Edit
                </Button>
                {!address.isDefault && (
                  <Button
                    type="button"
                    size="sm"
                    variant="secondary"
                    onClick={() =>
                      void change('Default not changed', () =>
                        api(
                          'post',
                          '/address/{id}',
                          { params: { id: address.id }, body: { isDefault: true } },
                          { token },
                        ),
                      )
                    }
                  >
                    Make Default
                  </Button>
                )}
                <Button
                  type="button"
                  size="sm"
                  variant="secondary"
                  onClick={() =>
                    void change('Address not removed', () =>
                      api('delete', '/address/{id}', { params: { id: address.id } }, { token }),
                    )
                  }
                >
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
