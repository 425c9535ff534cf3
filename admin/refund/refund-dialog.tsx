import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readOrdersAgain } from '#admin/data/live.ts'
import { refundsQuery } from '#admin/data/query.ts'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { useAct } from '#admin/data/use-act.ts'
import { useSeen } from '#admin/data/use-seen.ts'
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
  const { order, question, isAsking, onClose } = form
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
      <RefundForm key={question?.id} {...form} />
    </Dialog>
  )
}

type Refund = {
  /** What is asked for as well, by those who may only ask. */
  wanted: { amount: number; pieces: { position: number; quantity: number }[]; reason: string }
  isRestocked: boolean
  shown: { refunded: number }
  question?: string
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
  const isTyped = typed !== null || reason.trim() !== ''
  useUnsaved(isTyped)
  const [seen, seeAgain] = useSeen(refundsQuery(api, order.id), refunds, isTyped || counts.size > 0)

  /** At most what is left of each, also if somebody else refunds some of it meanwhile. */
  const pieces = refunds.lines.flatMap(({ position, quantity, refunded }) => {
    const count = Math.min(counts.get(position) ?? 0, quantity - refunded)
    return count > 0 ? [{ position, quantity: count }] : []
  })
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
    call: ({ wanted, ...how }: Refund, sent) => {
      const params = { id: order.id }
      return isAsking
        ? api('post', '/admin/order/{id}/refund-question', { params, body: wanted }, sent)
        : api('post', '/admin/order/{id}/refund', { params, body: { ...wanted, ...how } }, sent)
    },
    onDone: async (now, { wanted }) => {
      queryClient.setQueryData(refundsQuery(api, order.id).queryKey, now)
      const words = isAsking ? 'asked for' : 'going back'
      toast({ title: `${formatNaira(wanted.amount)} is ${words}`, tone: 'success' })
      onClose()
      await readOrdersAgain(queryClient)
    },
    failed: isAsking ? 'Nothing was asked' : 'Nothing was refunded',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') seeAgain()
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
        if (amount === undefined || problem !== undefined || reasonProblem !== undefined) return
        act({
          wanted: { amount: nairaFromKobo(amount), pieces, reason },
          isRestocked: restocks,
          shown: { refunded: seen.refunded },
          ...(question === undefined ? {} : { question: question.id }),
        })
      }}
    >
      <RefundLines
        lines={refunds.lines}
        counts={new Map(pieces.map(({ position, quantity }) => [position, quantity]))}
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
function Change({ refunds, amount, restocked }: { refunds: OrderRefunds; amount: Kobo; restocked: number }) {
  const paid = koboFromNaira(refunds.paid)
  const before = koboFromNaira(refunds.refunded)
  const after = before + amount
  const rows = [
    { term: 'Refunded', before: formatKobo(before), after: formatKobo(after) },
    { term: 'Kept', before: formatKobo(paid - before), after: formatKobo(paid - after) },
    ...(restocked === 0 ? [] : [{ term: 'On sale again', before: '0', after: String(restocked) }]),
  ]
  return (
    <dl aria-label="What changes" className="notice grid gap-1 p-4">
      {rows.map(({ term, before: is, after: becomes }) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="tabular font-semibold">{`${is} → ${becomes}`}</dd>
        </div>
      ))}
    </dl>
  )
}
