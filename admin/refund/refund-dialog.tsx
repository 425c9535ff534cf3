import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readOrdersAgain } from '#admin/data/live.ts'
import { refundsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { ReasonField } from '#admin/order/reason-field.tsx'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { OrderRefunds } from '#shared/contract/admin/refund.ts'
import { actReason } from '#shared/contract/admin/route.ts'
import { formatKobo, formatNaira, type Kobo, koboFromNaira, nairaFromKobo } from '#shared/naira.ts'
import { parseAmount } from '#shared/parse-amount.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RefundLines } from './refund-lines.tsx'

type DialogProps = {
  order: AdminOrder
  refunds: OrderRefunds
  /** Pieces that came back: chosen already, and on sale again. */
  start?: readonly { position: number; quantity: number }[]
  isOpen: boolean
  onClose: () => void
}

/** Returns money of an order: pieces, an amount, or all that is left. */
export function RefundDialog({ isOpen, ...form }: DialogProps) {
  const { order, refunds, onClose } = form
  return (
    <Dialog
      title={`Refund #${order.number}`}
      description="The money goes back the way it was paid. The buyer gets a mail."
      isOpen={isOpen}
      onClose={onClose}
    >
      <RefundForm key={refunds.refunded} {...form} />
    </Dialog>
  )
}

function RefundForm({ order, refunds, start = [], onClose }: Omit<DialogProps, 'isOpen'>) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(
    () => new Map(start.map(({ position, quantity }) => [position, quantity])),
  )
  /** Null while the amount is what the pieces cost. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isRestocked, setRestocked] = useState(start.length > 0)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)

  const pieces = [...counts].flatMap(([position, quantity]) => (quantity > 0 ? [{ position, quantity }] : []))
  const left = koboFromNaira(refunds.paid) - koboFromNaira(refunds.refunded)
  const cost = pieces.reduce(
    (sum, { position, quantity }) => sum + koboFromNaira(refunds.lines[position]?.price ?? 0) * quantity,
    0,
  )
  const text = typed ?? (cost === 0 ? '' : String(nairaFromKobo(cost)))
  const amount = parseAmount(text)
  const problem = amountProblem(amount, { left, ...refunds })
  const reasonProblem = actReason.safeParse(reason).error?.issues[0]?.message
  const restocks = isRestocked && pieces.length > 0

  const { act, isBusy } = useAct({
    call: (kobo: Kobo, sent) =>
      api(
        'post',
        '/admin/order/{id}/refund',
        {
          params: { id: order.id },
          body: {
            amount: nairaFromKobo(kobo),
            pieces,
            isRestocked: restocks,
            reason,
            shown: { refunded: refunds.refunded },
          },
        },
        sent,
      ),
    onDone: async (now, kobo) => {
      queryClient.setQueryData(refundsQuery(api, order.id).queryKey, now)
      toast({ title: `${formatKobo(kobo)} is going back`, tone: 'success' })
      onClose()
      await readOrdersAgain(queryClient)
    },
    failed: 'Nothing was refunded',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') void queryClient.invalidateQueries(refundsQuery(api, order.id))
      return false
    },
  })

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (amount !== undefined && problem === undefined && reasonProblem === undefined) act(amount)
      }}
    >
      <RefundLines
        lines={refunds.lines}
        counts={counts}
        onCount={(position, quantity) => {
          setCounts(new Map(counts).set(position, quantity))
          setTyped(null)
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => {
          setCounts(new Map(refunds.lines.map((line) => [line.position, line.quantity - line.refunded])))
          setTyped(String(nairaFromKobo(left)))
        }}
      >
        {`All that is left: ${formatKobo(left)}`}
      </Button>
      <Field label="Amount in naira" required error={isChecked || text !== '' ? problem : undefined}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-ink"
          checked={restocks}
          disabled={pieces.length === 0}
          onChange={(event) => setRestocked(event.target.checked)}
        />
        <span>The pieces came back whole: put them on sale again</span>
      </label>
      <ReasonField value={reason} onChange={setReason} error={isChecked ? reasonProblem : undefined} />
      {amount !== undefined && problem === undefined && (
        <Change refunds={refunds} amount={amount} restocked={restocks ? countPieces(pieces) : 0} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {amount === undefined || problem !== undefined ? 'Refund' : `Refund ${formatKobo(amount)}`}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const countPieces = (pieces: readonly { quantity: number }[]) =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0)

function amountProblem(
  amount: Kobo | undefined,
  { left, refunded, limit }: { left: Kobo; refunded: number; limit: number | null },
): string | undefined {
  if (amount === undefined) return 'Choose pieces, or write an amount such as 12,500'
  if (amount > left) return `Only ${formatKobo(left)} is left`
  if (limit !== null && koboFromNaira(refunded) + amount > koboFromNaira(limit))
    return `Above ${formatNaira(limit)} of an order, only an owner returns money`
  return undefined
}

/** What the refund changes: before → after. */
function Change({
  refunds: { paid, refunded },
  amount,
  restocked,
}: {
  refunds: OrderRefunds
  amount: Kobo
  restocked: number
}) {
  const after = nairaFromKobo(koboFromNaira(refunded) + amount)
  const rows = [
    { term: 'Refunded', before: formatNaira(refunded), after: formatNaira(after) },
    { term: 'Kept', before: formatNaira(paid - refunded), after: formatNaira(paid - after) },
    ...(restocked === 0 ? [] : [{ term: 'On sale again', before: '0', after: String(restocked) }]),
  ]
  return (
    <dl aria-label="What changes" className="notice grid gap-1 p-4">
      {rows.map(({ term, before, after: becomes }) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="tabular font-semibold">{`${before} → ${becomes}`}</dd>
        </div>
      ))}
    </dl>
  )
}
