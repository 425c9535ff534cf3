import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type CheckoutForm, checkoutForm } from '#shared/contract/checkout-form.ts'
import { deliversTo, placeMismatch } from '#shared/delivery-place.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { FORM_CHECKS } from '#ui/form/field.tsx'
import { useToasterAhead } from '#ui/toast/toaster-when-wanted.tsx'
import { useFocusAround } from '#ui/use-focus-around.ts'
import { shippingPlacesQuery } from '#web/data/query.ts'
import { useCart } from '#web/state/cart.ts'
import { BLANK_DRAFT, type Draft, readDraft, useCheckoutDraft, withPlace } from '#web/state/checkout-draft.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'
import type { SessionUser } from '#web/state/session.ts'
import { CartChanges, type Refusal, ToCartChanges, useShownChanges } from './cart-changes.tsx'
import { OrderSummary } from './order-summary.tsx'
import { focusOverLimit } from './over-limit.tsx'
import { ShippingForm } from './shipping-form.tsx'
import { toastShippingRequired, useCheckoutSubmit } from './use-checkout-submit.ts'
import { useHeldUntil } from './use-held-until.ts'

const FORM_ID = 'shipping-form'
/** The error of a place that is selected, but does not deliver to the address. */
const MISMATCH = 'mismatch'
const checkForm = zodResolver(checkoutForm)

/** The page of a cart that is not empty, with its two panels. Remounted when the shopper signs in or out. */
export function CheckoutPanels({
  user,
  isCancelled,
  refusal,
  onRefused,
  onShownChanges,
}: {
  user: SessionUser | null
  /** The shopper cancelled on the provider's page. */
  isCancelled: boolean
  /** Why the shop refused the order, if it did. */
  refusal: Refusal | null
  onRefused: (refusal: Refusal | null) => void
  /** The cart's changes are on the screen, or no longer. */
  onShownChanges: (areShown: boolean) => void
}) {
  useToasterAhead()
  useEffect(() => {
    import('./shipping-policy.tsx').catch(() => {})
  }, [])
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const places = useQuery(shippingPlacesQuery(api))
  const { place: knownPlace, choose } = useDeliveryPlace()
  const saveDraft = useCheckoutDraft((stored) => stored.save)
  const [defaultValues] = useState(() => withPlace(readDraft(user), knownPlace))
  const findDelivery = (wanted: string) => places.data?.find(({ place }) => place === wanted)
  const form = useForm<Draft, unknown, CheckoutForm>({
    // A place that the shop does not list, or no longer lists, counts as not chosen; while they load, any is believed.
    resolver: async (draft, context, options) => {
      const found = findDelivery(draft.shippingLocation)
      const { place = '' } = places.isLoading ? { place: draft.shippingLocation } : (found ?? {})
      const result = await checkForm({ ...draft, shippingLocation: place }, context, options)
      if (!found || draft.city === '' || deliversTo(found, draft)) return result
      const mismatch = { type: MISMATCH, message: placeMismatch(found, draft) }
      return { values: {}, errors: { ...result.errors, shippingLocation: mismatch } }
    },
    defaultValues,
    ...FORM_CHECKS,
  })
  const typed = { ...BLANK_DRAFT, ...useWatch({ control: form.control }) }
  const delivery = findDelivery(typed.shippingLocation)
  const changes = useShownChanges()
  const { submit, isProcessing } = useCheckoutSubmit({
    onCartChanged: (sentences, isDeliveryGone) => {
      if (isDeliveryGone) form.setValue('shippingLocation', '')
      void queryClient.invalidateQueries({ queryKey: shippingPlacesQuery(api).queryKey })
      onRefused({ sentences })
    },
    onInvalid: (fields) => {
      let elsewhere: string | undefined
      for (const [name, message] of Object.entries(fields)) {
        if (name in BLANK_DRAFT) form.setError(name as keyof Draft, { message }, { shouldFocus: true })
        else elsewhere = message
      }
      return elsewhere
    },
  })

  // What a guest typed is theirs once they have logged in, and out of sight when they log out.
  useEffect(() => {
    if (user !== null && useCheckoutDraft.getState().owner === null) saveDraft(defaultValues, user)
  }, [user, saveDraft, defaultValues])

  const heldUntil = useHeldUntil({ isCancelled, isSending: isProcessing })

  // Another tab's choice must not store this tab's fields over those typed there.
  const isFollowing = useRef(false)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (isFollowing.current) return
          saveDraft(values, user)
          if (name === 'shippingLocation') choose(values.shippingLocation || null)
        },
      }),
    [form, user, saveDraft, choose],
  )
  useEffect(() => {
    // The place was reported as missing while the places could not be loaded, but the remembered one may be among them.
    if (places.data && form.getFieldState('shippingLocation').invalid) void form.trigger('shippingLocation')
  }, [form, places.data])
  // Chosen or cleared elsewhere: in the cart over this page, or in another tab. Until a place is chosen, the form's own
  // value stays.
  const placeBefore = useRef(knownPlace)
  useEffect(() => {
    const isUntold = knownPlace === null && placeBefore.current === null
    placeBefore.current = knownPlace
    const place = knownPlace ?? ''
    if (isUntold || place === form.getValues('shippingLocation')) return
    isFollowing.current = true
    form.setValue('shippingLocation', place, { shouldValidate: knownPlace !== null })
    isFollowing.current = false
    if (knownPlace === null) saveDraft({ ...readDraft(user), shippingLocation: '' }, user)
  }, [form, user, saveDraft, knownPlace])

  // The cart and form as they were when the shopper pressed Pay before the places were loaded. A change by the shopper cancels
  // that; changes by the shop are shown before anything is sent.
  const lines = useCart((cart) => cart.items).map(({ id, color, size, quantity }) => [
    id,
    color,
    size,
    quantity,
  ])
  const shown = JSON.stringify([typed, lines])
  const [paidOnceLoaded, setPaidOnceLoaded] = useState<string>()
  if (paidOnceLoaded !== undefined && paidOnceLoaded !== shown) setPaidOnceLoaded(undefined)
  const isWaiting = paidOnceLoaded !== undefined
  const send = form.handleSubmit(
    (values) => {
      if (places.isLoading) {
        setPaidOnceLoaded(shown)
        return
      }
      if (refusal === null && changes.showUnseen()) return
      changes.hide()
      onShownChanges(false)
      onRefused(null)
      useCart.getState().see()
      const typed = JSON.stringify(form.getValues())
      return submit(values, delivery, () => JSON.stringify(form.getValues()) === typed)
    },
    (errors) => {
      if (errors.shippingLocation && errors.shippingLocation.type !== MISMATCH) toastShippingRequired()
    },
  )
  const sendNow = useEffectEvent(() => {
    setPaidOnceLoaded(undefined)
    void send()
  })
  useEffect(() => {
    if (isWaiting && !places.isLoading) sendNow()
  }, [isWaiting, places.isLoading])
  const isBusy = isProcessing || isWaiting

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <BackLink fallback="/products" />
        <ToCartChanges onSelect={changes.show} />
      </div>
      <h1 className="display mt-2 mb-8 text-d-md">Checkout</h1>
      <div
        ref={useFocusAround<HTMLDivElement>()}
        className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
      >
        <ShippingForm
          id={FORM_ID}
          form={form}
          places={places}
          onSubmit={() => focusOverLimit() || isBusy || void send()}
        />
        <section aria-label="Your order" className="self-start lg:sticky lg:top-28">
          {(changes.areShown || refusal !== null) && (
            <CartChanges refusal={refusal} onShown={onShownChanges} />
          )}
          <OrderSummary delivery={delivery} address={typed} heldUntil={heldUntil} isFixed={isProcessing} />
          <Button type="submit" form={FORM_ID} variant="accent" size="lg" isBusy={isBusy} className="w-full">
            {isBusy ? 'Processing...' : 'Proceed to Payment'}
          </Button>
          <p className="mt-3 text-center text-ink-mute text-xs">
            You pay on our payment provider's secure page. We never see your card.
          </p>
          <p className="mt-2 text-center text-ink-mute text-xs">
            With your order our{' '}
            <Link to="/pages/$name" params={{ name: 'terms' }} className="link">
              Terms
            </Link>{' '}
            apply.{' '}
            <Link to="/pages/$name" params={{ name: 'privacy' }} className="link">
              Privacy
            </Link>{' '}
            tells what we do with your data.
          </p>
        </section>
      </div>
    </>
  )
}
