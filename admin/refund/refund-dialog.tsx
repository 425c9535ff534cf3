import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readOrdersAgain } from '#admin/data/live.ts'
import { refundsQuery } from '#admin/data/query.ts'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { useAct } from '#admin/data/use-act.ts'
import { ReasonField } from '#admin/order/reason-field.tsx'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { OrderRefunds, RefundQuestion } from '#shared/contract/admin/refund.ts'
import { actReason } from '#shared/contract/admin/route.ts'
import { countPieces } from '#shared/item-count.ts'
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
  /** Which is answered by the refund: what was asked for is filled in. */
  question?: RefundQuestion | undefined
  /** Those who may refund are asked to. */
  isAsking?: boolean
  isOpen: boolean
  onClose: () => void
}

/** Returns money of an order: pieces, an amount, or all that is left. */
export function RefundDialog({ isOpen, ...form }: DialogProps) {
  const { order, refunds, question, isAsking, onClose } = form
  return (
    <Dialog
      title={`${isAsking ? 'Ask for a refund of' : 'Refund'} #${order.number}`}
      description={
        isAsking
          ? 'Whoever may refund sees it on Today, and answers here. The buyer is told nothing yet.'
          : 'The money goes back the way it was paid. The buyer gets a mail.'
      }
      isOpen={isOpen}
      onClose={onClose}
    >
      <RefundForm key={`${refunds.refunded} ${question?.id}`} {...form} />
    </Dialog>
  )
}

function RefundForm({
  order,
  refunds,
  start = [],
  question,
  isAsking = false,
  onClose,
}: Omit<DialogProps, 'isOpen'>) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(
    () => new Map((question?.pieces ?? start).map(({ position, quantity }) => [position, quantity])),
  )
  /** Null while the amount is what the pieces cost. */
  const [typed, setTyped] = useState(question === undefined ? null : String(question.amount))
  const [isRestocked, setRestocked] = useState(start.length > 0)
  const [reason, setReason] = useState(question?.reason ?? '')
  const [isChecked, setChecked] = useState(false)
  useUnsaved(typed !== null || reason.trim() !== '')

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
    call: (kobo: Kobo, sent) => {
      const params = { id: order.id }
      const wanted = { amount: nairaFromKobo(kobo), pieces, reason }
      if (isAsking) return api('post', '/admin/order/{id}/refund-question', { params, body: wanted }, sent)
      const body = {
        ...wanted,
        isRestocked: restocks,
        shown: { refunded: refunds.refunded },
        ...(question === undefined ? {} : { question: question.id }),
      }
      return api('post', '/admin/order/{id}/refund', { params, body }, sent)
    },
    onDone: async (now, kobo) => {
      queryClient.setQueryData(refundsQuery(api, order.id).queryKey, now)
      toast({ title: `${formatKobo(kobo)} is ${isAsking ? 'asked for' : 'going back'}`, tone: 'success' })
      onClose()
      await readOrdersAgain(queryClient)
    },
    failed: isAsking ? 'Nothing was asked' : 'Nothing was refunded',
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
      {!isAsking && (
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
      )}
      <ReasonField value={reason} onChange={setReason} error={isChecked ? reasonProblem : undefined} />
      {amount !== undefined && problem === undefined && (
        <Change refunds={refunds} amount={amount} restocked={restocks ? countPieces(pieces) : 0} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {[
            isAsking ? 'Ask for' : 'Refund',
            problem === undefined && amount !== undefined && formatKobo(amount),
          ]
            .filter(Boolean)
            .join(' ')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

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
