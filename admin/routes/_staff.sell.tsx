import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { placesQuery } from '#admin/data/catalogue-query.ts'
import { readOrdersAgain } from '#admin/data/live.ts'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { useAct } from '#admin/data/use-act.ts'
import { BuyerFields } from '#admin/sell/buyer-fields.tsx'
import { corrected, withLine } from '#admin/sell/line.ts'
import { LineList } from '#admin/sell/line-list.tsx'
import { ProductFinder } from '#admin/sell/product-finder.tsx'
import { Sold } from '#admin/sell/sold.tsx'
import type { CartItem } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import type { Sale } from '#shared/contract/admin/sale.ts'
import { type CheckoutForm, checkoutForm } from '#shared/contract/checkout-form.ts'
import type { CartConflict } from '#shared/contract/payment.ts'
import { formatNaira } from '#shared/naira.ts'
import { Button } from '#ui/button.tsx'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { FORM_CHECKS } from '#ui/form/field.tsx'

export const Route = createFileRoute('/_staff/sell')({
  head: () => ({ meta: [{ title: 'Sell' }] }),
  component: Sell,
})

const BLANK: CheckoutForm = {
  fullName: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  city: '',
  shippingLocation: '',
}

/** An order from a chat or a market stall: the buyer gets a link to pay. */
function Sell() {
  const [sale, setSale] = useState<Sale>()
  return (
    <>
      <ScreenHeader title="Sell" />
      {sale ? <Sold sale={sale} onNext={() => setSale(undefined)} /> : <SaleForm onSold={setSale} />}
    </>
  )
}

function SaleForm({ onSold }: { onSold: (sale: Sale) => void }) {
  const { api } = Route.useRouteContext()
  const queryClient = useQueryClient()
  const [lines, setLines] = useState<CartItem[]>([])
  const [problem, setProblem] = useState<string>()
  const form = useForm<CheckoutForm>({
    resolver: zodResolver(checkoutForm),
    ...FORM_CHECKS,
    defaultValues: BLANK,
  })
  useUnsaved(lines.length > 0 || form.formState.isDirty)
  const place = useWatch({ control: form.control, name: 'shippingLocation' })
  const delivery = useQuery(placesQuery(api)).data?.find((each) => each.place === place)?.amount
  const total = cartTotal(lines, delivery)
  const { act, isBusy } = useAct({
    call: ({ shippingLocation, ...shippingInfo }: CheckoutForm, sent) =>
      api(
        'post',
        '/admin/sale',
        {
          body: {
            items: lines.map(({ id: productId, name, price, quantity, color, size }) => ({
              ...{ productId, name, price, quantity, color, size },
            })),
            shippingInfo,
            shippingLocation,
            shippingFee: delivery ?? 0,
            totalAmount: total,
          },
        },
        sent,
      ),
    onDone: async (sale) => {
      onSold(sale)
      await readOrdersAgain(queryClient)
    },
    onRefused: ({ body, message }) => {
      if (body?.code === 'PRICE_CHANGED' || body?.code === 'OUT_OF_STOCK') {
        setLines((before) => corrected(before, body.details as CartConflict))
        void queryClient.invalidateQueries(placesQuery(api))
      } else if (body?.code !== 'VALIDATION') return false
      setProblem(message)
      return true
    },
    failed: 'Not sold',
    isOne: true,
  })
  const change = (changed: CartItem[]) => {
    setLines(changed)
    setProblem(undefined)
  }
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <div className="grid content-start gap-6">
        <ProductFinder onAdd={(line) => change(withLine(lines, line))} />
        {lines.length > 0 && (
          <DetailSection title="Goods">
            <LineList lines={lines} onChange={change} />
          </DetailSection>
        )}
      </div>
      <form
        noValidate
        className="grid content-start gap-8"
        onSubmit={form.handleSubmit((fields) => {
          setProblem(lines.length === 0 ? 'Add a product first.' : undefined)
          if (lines.length > 0) act(fields)
        })}
      >
        <DetailSection title="Buyer">
          <div className="pt-4">
            <BuyerFields form={form} />
          </div>
        </DetailSection>
        <DetailSection title="To pay">
          <dl>
            <Detail term="Goods">{formatNaira(cartTotal(lines))}</Detail>
            <Detail term="Delivery">
              {delivery === undefined ? 'Choose a place' : formatNaira(delivery)}
            </Detail>
            <Detail term="Total">{formatNaira(total)}</Detail>
          </dl>
          <div role="alert" className="whitespace-pre-line font-semibold text-bad empty:hidden mt-4">
            {problem}
          </div>
          <p className="my-4 text-ink-soft text-sm">
            The goods are held for 30 minutes. The buyer pays by the link within that time.
          </p>
          <Button type="submit" size="lg" isBusy={isBusy} className="w-full">
            Hold and get the link
          </Button>
        </DetailSection>
      </form>
    </div>
  )
}
