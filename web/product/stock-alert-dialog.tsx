import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { ApiError } from '#web/data/api.ts'
import '#web/data/schema-without-eval.ts'
import { useSession } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/control.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { listSoldOut, type SoldOutItem } from './stock-alert-choice.ts'

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
          productId={product.id}
          items={items}
          wanted={wanted}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function AlertForm({
  productId,
  items,
  wanted,
  onClose,
}: {
  productId: string
  items: readonly SoldOutItem[]
  wanted: string
  onClose: () => void
}) {
  const { api } = useRouter().options.context
  const ownEmail = useSession((session) => session.user?.email)
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(ownEmail ?? '')
  const [key, setKey] = useState(wanted)
  const item = items.find((each) => each.key === key) ?? items[0]
  const ask = useMutation({
    mutationFn: async ({ color, size }: SoldOutItem) => {
      await checkEmail(email)
      return api('post', '/stock-alert', { body: { email, productId, color, size } })
    },
    onError: () => field.current?.focus(),
  })
  useEffect(() => void loadSchemas().catch(() => {}), [])
  if (item === undefined) return null
  if (ask.isSuccess) {
    return (
      <div className="grid gap-5">
        <p role="status">
          {ask.data.message} <span className="break-words">We'll send it to {email.trim()}.</span>
        </p>
        <Button onClick={onClose}>Done</Button>
      </div>
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate(item)
  }
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      {items.length > 1 && (
        <Field label="Which one" required>
          <Select
            value={item.key}
            onChange={(event) => setKey(event.currentTarget.value)}
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
          onChange={(event) => {
            setEmail(event.currentTarget.value)
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

class InvalidEmail extends Error {}

/** Loaded while the address is typed: the dialog opens without waiting for them. */
const loadSchemas = () => import('#shared/contract/auth.ts')

/** If the schemas cannot be loaded, the shop's own check has to do. */
async function checkEmail(typed: string): Promise<void> {
  const schemas = await loadSchemas().catch(() => undefined)
  const problem = schemas?.email.safeParse(typed).error?.issues[0]
  if (problem) throw new InvalidEmail(problem.message)
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError || error instanceof InvalidEmail)) throw error
  return error.message
}
