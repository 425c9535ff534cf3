import { type FormEvent, useRef, useState } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useSession } from '#web/state/session.ts'
import { listSoldOut, type SoldOutItem } from './stock-alert-choice.ts'
import { reasonOf, storeAlertEmail, typedAlertEmail, useStockAlert } from './use-stock-alert.ts'

/** Asks for an address to email when a sold-out colour and size is back. `wanted` is the key of the preselected one. */
export function StockAlertDialog({
  product,
  wanted,
  isOpen,
  onClose,
}: {
  product: Product
  wanted: string
  isOpen: boolean
  onClose: () => void
}) {
  const items = listSoldOut(product)
  const userId = useSession((session) => session.user?.id ?? '')
  return (
    <Dialog
      title="Tell me when it's back"
      description={product.name}
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      {product.retired ? (
        <p>No longer sold</p>
      ) : items.length === 0 ? (
        <p>Everything is back in stock.</p>
      ) : (
        // The address of a member who has logged out, in this tab or another, must not stay in the field.
        <AlertForm
          key={`${userId} ${wanted}`}
          product={product}
          items={items}
          wanted={wanted}
          isOpen={isOpen}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function AlertForm({
  product,
  items,
  wanted,
  isOpen,
  onClose,
}: {
  product: Product
  items: readonly SoldOutItem[]
  wanted: string
  isOpen: boolean
  onClose: () => void
}) {
  const ownEmail = useSession((session) => session.user?.email)
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(typedAlertEmail() || (ownEmail ?? ''))
  const [key, setKey] = useState(wanted)
  const item = items.find((each) => each.key === key) ?? items[0]
  const ask = useStockAlert(product, isOpen, () => field.current?.focus())
  if (item === undefined) return null
  if (ask.isSuccess) {
    return (
      <div className="grid gap-5">
        <p role="status" className="break-words">
          {ask.data}
        </p>
        <Button onClick={onClose}>Done</Button>
      </div>
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate({ email, item })
  }
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      {items.length > 1 && (
        <Field label="Which one" required>
          <Select
            value={item.key}
            aria-disabled={ask.isPending}
            onChange={(event) => ask.isPending || setKey(event.currentTarget.value)}
            options={items.map(({ key: each, label }) => ({ value: each, label }))}
          />
        </Field>
      )}
      <Field
        label="Email"
        required
        error={ask.error === null ? undefined : reasonOf(ask.error)}
        hint="One email when it's back, and nothing else. You can cancel at any time."
      >
        <TextInput
          ref={field}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          readOnly={ask.isPending}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            storeAlertEmail(event.currentTarget.value)
            ask.reset()
          }}
        />
      </Field>
      <Button type="submit" size="lg" isBusy={ask.isPending}>
        Tell me
      </Button>
    </form>
  )
}
